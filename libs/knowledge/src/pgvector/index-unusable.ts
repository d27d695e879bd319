/** The index of the database cannot answer now; the vectors lie sealed beside it all the same. */
export class IndexUnusable extends Error {
  override name = 'IndexUnusable';
}

/** No such schema, table, column, type, function or file of a library: the extension went since it was looked for. */
const GONE: ReadonlySet<unknown> = new Set(['3F000', '42P01', '42703', '42704', '42883', '58P01']);

/** PostgreSQL ended the statement: rows of a large store were looked at one by one, from a slow disk. */
const TOO_LONG = '57014';

/** Nothing is wrong with what was asked. */
export const isUnusable = (fault: unknown): boolean =>
  isGone(fault) || (fault instanceof Error && 'code' in fault && fault.code === TOO_LONG);

export const isGone = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && GONE.has(fault.code);
