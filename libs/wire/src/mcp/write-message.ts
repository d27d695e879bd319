import { LEGACY_VERSIONS, MODERN_VERSION, SERVER_KEY } from './facts.js';

/** @param id as it stood in the request @param result JSON of an object */
export const writeMcpResult = (id: string, result: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`;

export interface McpError {
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** @param id null where the request could not be read */
export const writeMcpError = (id: string | null, error: McpError): string =>
  `{"jsonrpc":"2.0","id":${id ?? 'null'},"error":${JSON.stringify(error)}}`;

/** How long clients may keep a list of tools: grants and pins change seldom, and are checked at each call. */
const LIST_TTL_MS = 10_000;

interface Named {
  readonly name: string;
  readonly version: string;
}

const CAPABILITIES = { tools: {} };

/** @param asked for by the client: the newest known one is offered where it is not known */
export function handshakeOf(asked: string | undefined, serverInfo: Named): object {
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return {
    protocolVersion: known ?? LEGACY_VERSIONS[0],
    capabilities: CAPABILITIES,
    serverInfo,
  };
}

export const discoveryOf = (serverInfo: Named): object => ({
  supportedVersions: [MODERN_VERSION],
  capabilities: CAPABILITIES,
  ...complete(LIST_TTL_MS),
  _meta: { [SERVER_KEY]: serverInfo },
});

/** @param tools JSON of each */
export const toolListOf = (tools: readonly string[], isModern: boolean): string => {
  const more = isModern ? `,${JSON.stringify(complete(LIST_TTL_MS)).slice(1, -1)}` : '';
  return `{"tools":[${tools.join(',')}]${more}}`;
};

/** What the newest revision says of every result. */
const complete = (ttlMs: number) => ({ resultType: 'complete', ttlMs, cacheScope: 'private' });

/** A result that says why nothing was done, so that an agent can go on. @param refusal for programs */
export const refusedResult = (message: string, refusal: object, isModern: boolean): string =>
  JSON.stringify({
    ...(isModern && { resultType: 'complete' }),
    content: [{ type: 'text', text: message }],
    isError: true,
    _meta: { 'gw/refusal': refusal },
  });
