import type { IncomingMessage } from 'node:http';

export type SpokenFormat = 'chat' | 'messages' | 'gemini';

/** The product's own spelling first; SDKs of the messages format send the vendor's. */
export const VERSION_HEADERS = ['alt-version', 'anthropic-version'] as const;

/** What a client speaks where the path does not tell: SDKs of a format send a header of their own. */
export function spokenFormatOf(request: Pick<IncomingMessage, 'headers'>): SpokenFormat {
  if (request.headers['x-goog-api-key'] !== undefined) return 'gemini';
  return headerOf(request, VERSION_HEADERS) === undefined ? 'chat' : 'messages';
}

/** The first of these headers that is there once, and says something. */
export const headerOf = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  names: readonly string[],
): string | undefined =>
  names
    .map((name) => headers[name])
    .find((value): value is string => typeof value === 'string' && value !== '');
