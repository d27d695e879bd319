import { periodKey } from './counters.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OFF_MS_MAX = 26 * 3_600_000; // No zone is further from UTC than 14 hours, and none ever jumps more than a day.

const known = new Map<string, number>();
const KNOWN_MAX = 1_000; // Of zones times periods; then all are found anew.

/**
 * When a period ends: the first moment that belongs to a later one, or null for one that never does.
 * Looked for rather than calculated, so that days of 23 and 25 hours, midnights that a clock skips
 * and days that a zone left out are no cases of their own.
 *
 * @param period as `periodKey` writes it
 */
export function periodEndMs(period: string, timeZone: string): number | null {
  if (period === 't') return null;
  const name = `${timeZone} ${period}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const endMs = findEnd(period, timeZone);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(name, endMs);
  return endMs;
}

function findEnd(period: string, timeZone: string): number {
  const kind = period.startsWith('d') ? 'daily' : 'monthly';
  const nextUtcMs = nextInUtc(period);
  let [before, after] = [nextUtcMs - OFF_MS_MAX, nextUtcMs + OFF_MS_MAX];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    // Dates in ISO 8601 are in order as texts, too.
    if (periodKey(kind, middle, timeZone) > period) after = middle;
    else before = middle;
  }
  return after;
}

/** The first moment of the next period, were its zone UTC. */
function nextInUtc(period: string): number {
  const [year = 0, month = 1, day] = period.slice(1).split('-').map(Number);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day) + DAY_MS;
}
