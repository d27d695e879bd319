/**
 * What a failed write calls for. `row`: the data itself is at fault, trying again cannot help.
 * `duplicate`: something with this id is there already. `conflict`: another transaction was in the
 * way. `outage`: anything else, from a lost connection to a full disk; it may have been committed.
 */
export type DatabaseFault = 'row' | 'duplicate' | 'conflict' | 'outage';

export function faultOf(error: unknown): DatabaseFault {
  // Not the server's: the row could not even be encoded, for instance a number out of range.
  if (error instanceof TypeError || error instanceof RangeError) return 'row';
  const state = sqlStateOf(error);
  if (state === '23505') return 'duplicate';
  if (state === '40001' || state === '40P01') return 'conflict';
  // Class 22 is a value that does not fit its type, class 23 a broken constraint.
  return state.startsWith('22') || state.startsWith('23') ? 'row' : 'outage';
}

/** What an operator may read: state and constraint. The server's message may hold values. */
export function reasonOf(error: unknown): string {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  const named = typeof constraint === 'string' ? ` (${constraint})` : '';
  return `${sqlStateOf(error) || 'value out of range'}${named}`;
}

/** Five characters, or '' when the error is not one of the server's. */
function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}
