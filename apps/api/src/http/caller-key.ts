import type { IncomingMessage } from 'node:http';
import { refuse } from '#kernel';
import { headerOf, spokenFormatOf } from './spoken-format.js';

const BEARER = /^Bearer +(\S+)$/i;

/** The key of `Authorization: Bearer <key>`. */
export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;

/** A key that was sent all the same is not called none. @throws key_missing, naming its header */
function misplaced({ headers }: IncomingMessage): undefined {
  const { authorization = '' } = headers;
  if (authorization !== '') throw refuse('key_missing', { message: unreadable(authorization) });
  const name = KEY_HEADERS.find((header) => headers[header] !== undefined);
  if (name === undefined) return undefined;
  throw refuse('key_missing', {
    message: `The header ${name} is not where this path reads its key. Send Authorization: Bearer <virtual key>.`,
  });
}

/** @param authorization of which no key can be read; it may hold one, so nothing of it is told */
const unreadable = (authorization: string): string =>
  /^Bearer\s*$/i.test(authorization)
    ? 'The header Authorization has Bearer and no key behind it: is the variable set that should hold it?'
    : 'The header Authorization is not Bearer, a space, and the key. Send Authorization: Bearer <virtual key>.';

/** Clients of the chat format have no header of their own. @throws key_missing */
export const chatKeyOf = (request: IncomingMessage): string | undefined =>
  bearerOf(request) ?? misplaced(request);

/**
 * Newer clients of the messages format send the key as a bearer, older ones in a header of its own.
 * @throws key_missing
 */
export const messagesKeyOf = (request: IncomingMessage): string | undefined =>
  bearerOf(request) ?? headerOf(request, ['x-api-key']) ?? misplaced(request);

/**
 * In a header of its own, as a bearer, or where clients of Gemini's format may put it: in the query.
 * @throws key_missing
 */
export const geminiKeyOf = (request: IncomingMessage): string | undefined =>
  headerOf(request, ['x-goog-api-key']) ??
  bearerOf(request) ??
  keyInQuery(request) ??
  misplaced(request);

function keyInQuery({ url = '/' }: IncomingMessage): string | undefined {
  const start = url.indexOf('?');
  return start < 0
    ? undefined
    : (new URLSearchParams(url.slice(start + 1)).get('key') ?? undefined);
}

/** Where one path serves clients of every format. @throws key_missing */
export const keyOf = (request: IncomingMessage): string | undefined =>
  spokenFormatOf(request) === 'gemini' ? geminiKeyOf(request) : messagesKeyOf(request);
