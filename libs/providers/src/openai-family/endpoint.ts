import type { Endpoint, Family, Model } from '#call';
import type { Secret } from '#kernel';

export interface Address {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a `/v1/...` path of the gateway lies at an OpenAI-compatible provider, and the credential
 * that opens it. Base URLs are written with or without `/v1`;
 * it is never doubled and never missing.
 * @param path the gateway's path, `/v1/chat/completions`; @param query without `?`
 */
export function addressOf(
  { provider, model }: Pick<Endpoint, 'provider' | 'model'>,
  secret: Secret | undefined,
  path: string,
  query: string,
): Address {
  const base = new URL(provider.baseUrl);
  const isDated = provider.family === 'azure' && provider.apiVersion !== null;
  const folder = base.pathname.replace(/\/+$/, '');
  const where = isDated ? deploymentPath(folder, model, path) : joinPath(folder, path);
  const search = [isDated ? `api-version=${provider.apiVersion}` : '', query].filter(Boolean);
  return {
    origin: base.origin,
    path: search.length > 0 ? `${where}?${search.join('&')}` : where,
    headers: credentialHeaders(provider.family, secret),
  };
}

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
