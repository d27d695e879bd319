import type { Schemas } from '../../api/client';
import { daysFrom, startOf } from '../../lib/days';

type Usage = Pick<Schemas['UsageView'], 'from' | 'to' | 'group_by'>;

const FILTERED = [
  'workload',
  'key',
  'member',
  'model',
  'provider',
  'jurisdiction',
  'surface',
  'outcome',
] as const;
type Search = Partial<Record<(typeof FILTERED)[number], string>>;

/** The address of the calls that a row of a report sums up. */
export function callsOf(
  { from, to, group_by: by }: Usage,
  group: string,
  search: Search,
  timeZone: string,
): Search & { readonly from: string; readonly to: string } {
  const kept = Object.fromEntries(
    FILTERED.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ) as Search;
  if (by !== 'day') return { ...kept, ...(group && { [by]: group }), from, to };
  const ends = [group, daysFrom(group, 1)].map((day) => startOf(day, timeZone)?.toISOString());
  return { ...kept, from: ends[0] ?? from, to: ends[1] ?? to };
}
