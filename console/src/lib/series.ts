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

/**
 * Names of the points of a chart.
 * @param timeZone in which its days begin: days without an hour are those of UTC
 */
export const momentFormat = (interval: string, timeZone = 'UTC'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit', hour12: false }),
  });

const STEP_MS: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000 };

interface Range {
  readonly from: string;
  readonly to: string;
}

/**
 * Every point of a range, those without a call as well, so that the course of time is told by its width.
 * @param known points that there are, which say where hours and days begin
 */
export const everyPoint = (
  range: Range & { readonly interval: string },
  known: readonly string[],
): string[] => everyMoment(range, STEP_MS[range.interval] ?? 0, known);

/** The same of points of any distance. */
export function everyMoment(range: Range, stepMs: number, known: readonly string[]): string[] {
  const [first] = known;
  if (first === undefined || stepMs === 0) return [...known];
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  const begin = Date.parse(first) - Math.floor((Date.parse(first) - from) / stepMs) * stepMs;
  const count = Math.max(0, Math.ceil((to - begin) / stepMs));
  const told = known.map((at) => Date.parse(at));
  // A day of 23 hours moves those behind it, which are then near a point that there is.
  const empty = Array.from({ length: count }, (_, index) => begin + index * stepMs).filter(
    (at) => !told.some((one) => Math.abs(one - at) < stepMs / 2),
  );
  return [...empty.map((at) => new Date(at).toISOString()), ...known].sort();
}
