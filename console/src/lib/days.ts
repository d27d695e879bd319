const DAY_MS = 86_400_000;

/** A day as 2026-11-20, by the calendar of a time zone. */
export const dayOf = (at: Date, timeZone: string): string => {
  const { year, month, day } = partsOf(at, timeZone);
  return `${year}-${month}-${day}`;
};

/** When a day begins in a time zone; undefined for what is no day. */
export function startOf(day: string, timeZone: string): Date | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(ms)) return undefined;
  const near = ms - offsetMs(new Date(ms), timeZone);
  // On the day of a change of clocks the distance of midnight is another.
  return new Date(ms - offsetMs(new Date(near), timeZone));
}

/** @param count of days later; negative: before */
export const daysFrom = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The first of the same month. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/** Of the month of a day. */
export function lengthOfMonth(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** From UTC to the clocks there. */
function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone);
  const there = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return there - Math.floor(at.getTime() / 1_000) * 1_000;
}

function partsOf(at: Date, timeZone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
