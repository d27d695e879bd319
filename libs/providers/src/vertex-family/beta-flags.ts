/** Flags of the messages format that this cloud knows; the others are refused. */
const KNOWN: ReadonlySet<string> = new Set([
  'compact-2026-01-12',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'interleaved-thinking-2025-05-14',
  'tool-search-tool-2025-10-19',
  'web-search-2025-03-05',
]);

/** Allows the member of the same name. */
export const CONTEXT_MANAGEMENT = 'context-management-2025-06-27';

/** @param header flags as a caller wrote them, separated by commas */
export const knownBetas = (header = ''): readonly string[] =>
  header
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => KNOWN.has(flag));
