/** Beta flags of the messages format by which a token is dearer than its model's price; their dates vary. */
export const LONG_CONTEXT = 'context-1m';

/** @param flags as a header has them, separated by commas; no server is known to mind their case */
export const hasDearFlag = (flags: string): boolean =>
  flags.split(',').some((flag) => flag.trim().toLowerCase().startsWith(LONG_CONTEXT));
