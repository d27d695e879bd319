const OF_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [413, 'request_too_large'],
  [422, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [451, 'permission_error'],
  [503, 'overloaded_error'],
  [529, 'overloaded_error'],
]);

const WORDS: ReadonlySet<string> = new Set([...OF_STATUS.values(), 'api_error']);

/** The word of this format for an error with a status of HTTP. */
export const errorTypeOf = (status: number): string =>
  OF_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error');

/** The same for an error in mid-stream, which has a word of its provider's alone. */
export const errorTypeIn = (word: string): string => (WORDS.has(word) ? word : 'api_error');

/** `{type: 'error', error: {type, message}, request_id}`. @param more members of the error itself */
export const writeMessagesError = (
  type: string,
  message: string,
  requestId: string,
  more: object = {},
): string =>
  JSON.stringify({ type: 'error', error: { type, message, ...more }, request_id: requestId });
