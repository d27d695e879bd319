import type { Model, Provider } from '#call';

export interface Address {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a `/v1/...` path of the gateway lies at an OpenAI-compatible provider, and the credential
 * that opens it. Base URLs are written with or without `/v1`; it is never doubled.
 * @param path the gateway's path, `/v1/chat/completions`; @param query without `?`
 */
export function addressOf(
  provider: Provider,
  model: Model | null,
  path: string,
  query: string,
): Address {
  const base = new URL(provider.baseUrl);
  const tail = path.replace(/^\/v1/, '');
  const folder = base.pathname.replace(/\/+$/, '');
  const isDated = provider.family === 'azure' && provider.apiVersion !== null;
  const where = isDated
    ? `${folder.replace(/\/openai(\/v1)?$/, '')}/openai/deployments/${encodeURIComponent(model?.id ?? '')}${tail}`
    : folder + tail;
  const search = [isDated ? `api-version=${provider.apiVersion}` : '', query].filter(Boolean);
  return {
    origin: base.origin,
    path: search.length > 0 ? `${where}?${search.join('&')}` : where,
    headers: credentialOf(provider),
  };
}

function credentialOf(provider: Provider): Record<string, string> {
  if (!provider.secret) return {};
  const key = provider.secret.reveal();
  return provider.family === 'azure' ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}
