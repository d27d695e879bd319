/** Of the parts of a chart, in this order, told apart in both schemes. */
export const COLORS = [
  'indigo.6',
  'teal.6',
  'orange.6',
  'grape.6',
  'cyan.6',
  'pink.6',
  'lime.7',
  'gray.6',
] as const;

/** Names of the points of a chart. */
export const momentFormat = (interval: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    ...(interval === 'hour'
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { timeZone: 'UTC' }),
  });

const STEP_MS: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000 };

/**
 * Every point of a range, those without a call as well, so that the course of time is told by its width.
 * @param known points that there are, which say where hours and days begin
 */
export function everyPoint(
  range: { readonly from: string; readonly to: string; readonly interval: string },
  known: readonly string[],
): string[] {
  const step = STEP_MS[range.interval] ?? 0;
  const [first] = known;
  if (first === undefined || step === 0) return [...known];
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  const begin = Date.parse(first) - Math.floor((Date.parse(first) - from) / step) * step;
  const count = Math.max(0, Math.ceil((to - begin) / step));
  const regular = Array.from({ length: count }, (_, index) =>
    new Date(begin + index * step).toISOString(),
  );
  // A day of 23 hours moves those behind it.
  return [...new Set([...regular, ...known])].sort();
}
