import type { Endpoint, Family, Model, Query } from '#call';
import type { Secret } from '#kernel';
import { writePath, writeQuery } from '../write-target.js';

export interface Address {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a path of the gateway lies at an OpenAI-compatible provider, and the credential that opens
 * it. Base URLs are written with or without `/v1`; it is never doubled and never missing.
 * @param segments of the gateway's path, decoded: `['v1', 'chat', 'completions']`
 */
export function addressOf(
  { provider, model }: Pick<Endpoint, 'provider' | 'model'>,
  secret: Secret | undefined,
  segments: readonly string[],
  query: Query,
): Address {
  const base = new URL(provider.baseUrl);
  const folder = base.pathname.replace(/\/+$/, '');
  const path = writePath(segments);
  const isAzure = provider.family === 'azure';
  const version = isAzure ? provider.apiVersion : null;
  return {
    origin: base.origin,
    path:
      (isAzure ? azurePath(folder, version, model, path) : joinPath(folder, path)) +
      writeQuery(version === null ? query : dated(query, version)),
    headers: credentialHeaders(provider.family, secret),
  };
}

/** The version is the settings' to say: whoever else names one does not change it. */
const dated = (query: Query, version: string): Query => [
  ['api-version', version],
  ...query.filter(([name]) => name.toLowerCase() !== 'api-version'),
];

/** A base URL without a path is the host alone, whose API lies where everybody's does. */
const joinPath = (folder: string, path: string): string =>
  folder === '' ? path : folder + tailOf(path);

/**
 * Azure's dated versions have the deployment in the path, but for the models of other makers, which lie
 * below `/models`. The v1 surface names it in the body, and knows versions that are words.
 */
function azurePath(
  folder: string,
  version: string | null,
  model: Model | null,
  path: string,
): string {
  if (!isDatedVersion(version))
    return joinPath(/^(?:\/openai)?$/.test(folder) ? '/openai/v1' : folder, path);
  if (folder.endsWith('/models')) return joinPath(folder, path);
  return `${folder.replace(/\/openai(\/v1)?$/, '')}/openai/deployments/${encodeURIComponent(model?.id ?? '')}${tailOf(path)}`;
}

/** Of Azure's older surface, where not everything is served. */
export const isDatedVersion = (version: string | null): boolean =>
  version !== null && /^\d/.test(version);

const tailOf = (path: string): string => path.replace(/^\/v1/, '');

function credentialHeaders(
  family: Family,
  secret: Secret | undefined,
): Readonly<Record<string, string>> {
  if (!secret) return {};
  const key = secret.reveal();
  return family === 'azure' && !TOKEN.test(key)
    ? { 'api-key': key }
    : { authorization: `Bearer ${key}` };
}

/** Of Entra ID: a JWT, which no API key looks like. Something else renews it, in the file that it is read from. */
const TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;
