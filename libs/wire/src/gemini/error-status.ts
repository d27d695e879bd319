const OF_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [402, 'FAILED_PRECONDITION'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [413, 'INVALID_ARGUMENT'],
  [422, 'FAILED_PRECONDITION'],
  [429, 'RESOURCE_EXHAUSTED'],
  [451, 'PERMISSION_DENIED'],
  [499, 'CANCELLED'],
  [500, 'INTERNAL'],
  [504, 'DEADLINE_EXCEEDED'],
]);

/** The word of this format for an error with a status of HTTP. */
const errorStatusOf = (status: number): string =>
  OF_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE');

const OVERLOADED = 529; // No status of HTTP that this format's clients would know.

/** `{error: {code, message, status, details}}`. @param more members of the error itself */
export function writeGeminiError(status: number, message: string, more: object = {}): string {
  const code = status === OVERLOADED ? 503 : status;
  const error = { code, message, status: errorStatusOf(code), details: [], ...more };
  return JSON.stringify({ error });
}
