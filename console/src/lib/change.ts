/** By how much something grew, in whole per cent; null where there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round((100 * (now - before)) / before);
}
