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
  const isDated = provider.family === 'azure' && provider.apiVersion !== null;
  const folder = base.pathname.replace(/\/+$/, '');
  const path = writePath(segments);
  const where = isDated ? deploymentPath(folder, model, path) : joinPath(folder, path);
  return {
    origin: base.origin,
    path: where + writeQuery(isDated ? dated(query, provider.apiVersion) : query),
    headers: credentialHeaders(provider.family, secret),
  };
}

/** The version is the settings' to say: whoever else names one does not change it. */
const dated = (query: Query, version: string | null): Query => [
  ['api-version', version ?? ''],
  ...query.filter(([name]) => name.toLowerCase() !== 'api-version'),
];

/** A base URL without a path is the host alone, whose API lies where everybody's does. */
const joinPath = (folder: string, path: string): string =>
  folder === '' ? path : folder + tailOf(path);

/** Azure's dated versions have the deployment in the path. */
const deploymentPath = (folder: string, model: Model | null, path: string): string =>
  `${folder.replace(/\/openai(\/v1)?$/, '')}/openai/deployments/${encodeURIComponent(model?.id ?? '')}${tailOf(path)}`;

const tailOf = (path: string): string => path.replace(/^\/v1/, '');

function credentialHeaders(
  family: Family,
  secret: Secret | undefined,
): Readonly<Record<string, string>> {
  if (!secret) return {};
  const key = secret.reveal();
  return family === 'azure' ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}
