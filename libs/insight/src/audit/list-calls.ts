import type { Entry } from '#audit';
import type { Queries } from '#platform';
import { ask, Conditions } from '../conditions.js';
import { readEntry } from './read-entry.js';
import {
  asksForFacets,
  asksForSeries,
  facetConditions,
  rowConditions,
  seriesThatFit,
  type CallFilters,
} from '../filters.js';

const HOUR_MS = 3_600_000;
/** Of one look: so many hours have as many calls at least, unless retention dropped them. */
const HOURS_MAX = 100;

/** A call in a list: its entry, and the names of what it belongs to, while that is there. */
export interface ListedCall {
  readonly id: string;
  readonly at: Date;
  /** Null while it waits to be sealed. */
  readonly seq: string | null;
  /** Null where it cannot be read: it was tampered with. */
  readonly entry: Entry | null;
  readonly workloadName: string | null;
  readonly keyName: string | null;
}

/** Behind which call a page begins. */
export interface CallPlace {
  readonly at: Date;
  readonly id: string;
}

export interface ListAsked {
  readonly limit: number;
  readonly after?: CallPlace | undefined;
  readonly now: Date;
}

interface Row extends Omit<ListedCall, 'entry'> {
  readonly entry: Buffer;
}

/**
 * Calls, newest first, at most `limit`. Where some series of calls are asked for, only hours that have any are
 * read: few calls among millions are found as fast as many.
 */
export async function listCalls(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  asked: ListAsked,
): Promise<readonly ListedCall[]> {
  const rows = await listRows(queries, organisationId, filters, asked);
  return rows.map((row) => ({ ...row, entry: readEntry(row.entry.toString()) }));
}

function listRows(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  asked: ListAsked,
): Promise<Row[]> {
  if (asksForFacets(filters)) return listByFacets(queries, organisationId, filters, asked);
  const isByHours = asksForSeries(filters) && filters.text === undefined;
  return (isByHours ? listByHours : listPlain)(queries, organisationId, filters, asked);
}

function listPlain(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  { limit, after }: ListAsked,
): Promise<Row[]> {
  const where = behind(rowConditions(new Conditions(), organisationId, filters), after);
  const order = `ORDER BY r.at DESC, r.id DESC LIMIT ${where.value(limit)}`;
  return ask(
    queries,
    named(`SELECT ${COLUMNS} FROM audit_row r WHERE ${where.text} ${order}`),
    where,
  );
}

/** Those in which something was found, in the order of their index, which ends with the page. */
function listByFacets(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  { limit, after }: ListAsked,
): Promise<Row[]> {
  const where = new Conditions();
  const org = where.value(organisationId);
  facetConditions(where, org, filters)
    .where(after?.at, (at) => `f.at <= ${at}`)
    .where(after?.at, (at) => `(f.at, f.id) < (${at}, ${where.value(after?.id)})`);
  if (asksForSeries(filters))
    where.always(`f.series_id IN (${seriesThatFit(where, org, filters)})`);
  const places = `SELECT f.at, f.id FROM audit_facet f WHERE ${where.text}
    ORDER BY f.at DESC, f.id DESC LIMIT ${where.value(limit)}`;
  return ask(queries, named(rowsAt(places)), where);
}

async function listByHours(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  { limit, after, now }: ListAsked,
): Promise<Row[]> {
  const end = after?.at ?? filters.to ?? new Date(now.getTime() + 2 * HOUR_MS);
  // What was called moments ago is not summed yet.
  const fresh = new Date(hourOf(now).getTime() - HOUR_MS);
  const found: Row[] = [];
  if (end > fresh) {
    const from = filters.from && filters.from > fresh ? filters.from : fresh;
    const recent = { ...filters, from };
    found.push(...(await listPlain(queries, organisationId, recent, { limit, after, now })));
  }
  let before = end > fresh ? fresh : new Date(hourOf(end).getTime() + HOUR_MS);
  while (found.length < limit) {
    const hours = await hoursOf(queries, organisationId, filters, before);
    for (let from = 0; from < hours.length && found.length < limit;) {
      let [to, expected] = [from, 0];
      const wanted = limit - found.length;
      while (to < hours.length && expected < wanted) expected += hours[to++]?.requests ?? 0;
      const some = hours.slice(from, to).map(({ hour }) => hour);
      const asked = { limit: wanted, after, hours: some, fresh };
      found.push(...(await listOfHours(queries, organisationId, filters, asked)));
      from = to;
    }
    if (hours.length < HOURS_MAX) break;
    before = hours.at(-1)?.hour ?? before;
  }
  return found;
}

const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** The latest hours before `before` that have calls of the series, newest first. */
async function hoursOf(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  before: Date,
): Promise<readonly { readonly hour: Date; readonly requests: number }[]> {
  const where = new Conditions();
  const org = where.value(organisationId);
  const hours = [`u.hour < ${where.value(before)}`];
  if (filters.from) hours.push(`u.hour >= ${where.value(hourOf(filters.from))}`);
  const rows = await ask<{ hour: Date; requests: string }>(
    queries,
    `SELECT u.hour, sum(u.requests) AS requests FROM usage_hour u
     WHERE u.org_id = ${org} AND ${hours.join(' AND ')}
       AND u.hour >= (SELECT date_trunc('hour', min(r.at)) FROM audit_row r WHERE r.org_id = ${org})
       AND u.series_id IN (${seriesThatFit(where, org, filters)})
     GROUP BY u.hour ORDER BY u.hour DESC LIMIT ${HOURS_MAX}`,
    where,
  );
  return rows.map(({ hour, requests }) => ({ hour, requests: Number(requests) }));
}

interface OfHours {
  readonly hours: readonly Date[];
  /** What began later is found already. */
  readonly fresh: Date;
}

function listOfHours(
  queries: Queries,
  organisationId: string,
  filters: CallFilters,
  { limit, after, hours, fresh }: Pick<ListAsked, 'limit' | 'after'> & OfHours,
): Promise<Row[]> {
  const where = new Conditions();
  const [org, most] = [where.value(organisationId), where.value(limit)];
  const of = where.value(hours);
  const fitting = seriesThatFit(where, org, filters);
  where
    .where(fresh, (at) => `c.at < ${at}`)
    .where(filters.from, (at) => `c.at >= ${at}`)
    .where(filters.to, (at) => `c.at < ${at}`)
    .where(after?.at, (at) => `(c.at, c.id) < (${at}, ${where.value(after?.id)})`);
  const places = `SELECT c.at, c.id FROM usage_hour u, LATERAL (
      SELECT c.at, c.id FROM usage_call c
      WHERE c.series_id = u.series_id AND c.at >= u.hour AND c.at < u.hour + interval '1 hour'
        AND ${where.text}
      ORDER BY c.at DESC, c.id DESC LIMIT ${most}
    ) c
    WHERE u.org_id = ${org} AND u.hour = ANY (${of}::timestamptz[]) AND u.series_id IN (${fitting})
    ORDER BY c.at DESC, c.id DESC LIMIT ${most}`;
  return ask(queries, named(rowsAt(places)), where);
}

/** @param places a statement of `at` and `id` */
const rowsAt = (places: string): string =>
  `SELECT ${COLUMNS} FROM (${places}) p JOIN audit_row r ON r.id = p.id AND r.at = p.at`;

const COLUMNS = 'r.id, r.at, r.org_id, r.workload_id, r.key_id, r.entry';

const named = (rows: string): string => `
  SELECT r.id, r.at, l.seq, r.entry, w.name AS "workloadName", k.name AS "keyName"
  FROM (${rows}) r LEFT JOIN audit_leaf l ON l.id = r.id
    LEFT JOIN workload w ON w.id = r.workload_id LEFT JOIN virtual_key k ON k.id = r.key_id
  ORDER BY r.at DESC, r.id DESC`;

const behind = (where: Conditions, after: CallPlace | undefined): Conditions =>
  after
    ? where
        .where(after.at, (at) => `r.at <= ${at}`)
        .always(`(r.at, r.id) < (${where.value(after.at)}, ${where.value(after.id)})`)
    : where;
