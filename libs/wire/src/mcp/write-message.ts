import { LEGACY_VERSIONS, MODERN_VERSION, SERVER_KEY } from './facts.js';

/** @param id as it stood in the request @param result JSON of an object */
export const writeMcpResult = (id: string, result: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`;

/** @param token the caller's, as it stood in its request @param progress what is told with it */
export const writeMcpProgress = (token: string, progress: object): string =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},${JSON.stringify(progress).slice(1)}}`;

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

/** What is served, of what the protocol has: `{ tools: {} }` and its like. */
export type McpCapabilities = Readonly<Record<string, object>>;

/** What a server says of itself. */
export interface McpGreeting {
  readonly capabilities: McpCapabilities;
  /** For agents and who looks at their logs. */
  readonly instructions?: string;
}

/** @param asked for by the client: the newest known one is offered where it is not known */
export function handshakeOf(
  asked: string | undefined,
  serverInfo: Named,
  greeting: McpGreeting,
): object {
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return {
    protocolVersion: known ?? LEGACY_VERSIONS[0],
    serverInfo,
    ...greeting,
  };
}

export const discoveryOf = (serverInfo: Named, greeting: McpGreeting): object => ({
  supportedVersions: [MODERN_VERSION],
  ...greeting,
  ...complete(LIST_TTL_MS),
  _meta: { [SERVER_KEY]: serverInfo },
});

/** @param of `tools`, `prompts` and their like @param items JSON of each */
export const mcpListOf = (of: string, items: readonly string[], isModern: boolean): string => {
  const more = isModern ? `,${JSON.stringify(complete(LIST_TTL_MS)).slice(1, -1)}` : '';
  return `{"${of}":[${items.join(',')}]${more}}`;
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
