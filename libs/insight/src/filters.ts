import { Conditions } from './conditions.js';

/** What calls are told apart by. */
export interface SeriesFilters {
  /** Of somebody who may see no others. */
  readonly workloads?: readonly string[];
  readonly workload?: string;
  readonly key?: string;
  readonly member?: string;
  /** As served, or as asked for where nothing served it. */
  readonly model?: string;
  readonly provider?: string;
  readonly outcome?: string;
  /** Key of the catalogue of errors. */
  readonly refusal?: string;
  readonly status?: number;
  readonly surface?: string;
  readonly cacheHit?: string;
  readonly jurisdiction?: string;
}

export interface CallFilters extends SeriesFilters {
  readonly from?: Date;
  /** Not included. */
  readonly to?: Date;
  /** Of a finding. */
  readonly kind?: string;
  /** How data spoke to a model: a kind, or `ANY_INJECTION`. */
  readonly injection?: string;
  /** A request id, or how one begins. */
  readonly text?: string;
}

/** The ids of an organisation's series that fit. @param org the place of its id */
export const seriesThatFit = (where: Conditions, org: string, filters: SeriesFilters): string =>
  `SELECT s.id FROM usage_series s WHERE s.org_id = ${org} AND ${seriesConditions(where.beside(), filters).text}`;

/** Of `usage_series s`. */
export const seriesConditions = (to: Conditions, filters: SeriesFilters): Conditions =>
  to
    .where(filters.workloads, (ids) => `s.workload_id = ANY (${ids}::uuid[])`)
    .where(filters.workload, (id) => `s.workload_id = ${id}`)
    .where(filters.key, (id) => `s.key_id = ${id}`)
    .where(filters.member, (id) => `s.member_id = ${id}`)
    .where(filters.model, (model) => `s.model = ${model}`)
    .where(filters.provider, (name) => `s.provider = ${name}`)
    .where(filters.outcome, (word) => `s.outcome = ${word}`)
    .where(filters.refusal, (code) => `s.refusal = ${code}`)
    .where(filters.status, (status) => `s.status = ${status}`)
    .where(filters.surface, (surface) => `s.surface = ${surface}`)
    .where(filters.cacheHit, (word) => `s.cache_hit = ${word}`)
    .where(filters.jurisdiction, (zone) => `s.jurisdiction = ${zone}`);

/** Of `audit_row r`. Entries are canonical, so a member of one stands in it in one way only. */
export function rowConditions(to: Conditions, organisationId: string, filters: CallFilters) {
  const says = (name: string, value: string | undefined) =>
    value === undefined ? undefined : Buffer.from(`"${name}":${JSON.stringify(value)}`);
  const ids = filters.text === undefined ? undefined : idsOf(filters.text);
  return to
    .where(organisationId, (id) => `r.org_id = ${id}`)
    .always(`r.type IN ('call', 'refusal', 'interrupted', 'adjustment')`)
    .where(filters.from, (at) => `r.at >= ${at}`)
    .where(filters.to, (at) => `r.at < ${at}`)
    .where(filters.workloads, (all) => `r.workload_id = ANY (${all}::uuid[])`)
    .where(filters.workload, (id) => `r.workload_id = ${id}`)
    .where(filters.key, (id) => `r.key_id = ${id}`)
    .where(filters.model, (model) => `coalesce(r.model_routed, r.model_requested) = ${model}`)
    .where(filters.provider, (name) => `r.provider = ${name}`)
    .where(filters.outcome, (word) => `r.outcome = ${word}`)
    .where(filters.refusal, (code) => `r.refusal_code = ${code}`)
    .where(filters.status, (status) => `r.http_status = ${status}`)
    .where(filters.surface, (surface) => `r.surface = ${surface}`)
    .where(filters.cacheHit, (word) => `r.cache_hit = ${word}`)
    .where(says('member', filters.member), (text) => `position(${text}::bytea IN r.entry) > 0`)
    .where(says('jurisdiction', filters.jurisdiction), (text) => `position(${text} IN r.entry) > 0`)
    .where(ids?.first, (id) => `r.id >= ${id}`)
    .where(ids?.last, (id) => `r.id <= ${id}`);
}

/** What an entry says and no column does: the rarer before the other. */
const FACETS = ['injection', 'kind'] as const satisfies readonly (keyof CallFilters)[];

/** Whether calls are asked for that are found by an index of what was found in them. */
export const asksForFacets = (filters: CallFilters): boolean =>
  FACETS.some((name) => filters[name] !== undefined);

/**
 * Of `audit_facet f`, where facets are asked for: the first leads, so rows come in the order of its index, and each other one is looked up
 * beside it.
 * @param org the place of the organisation's id
 */
export function facetConditions(to: Conditions, org: string, filters: CallFilters): Conditions {
  const [lead, ...others] = FACETS.filter((name) => filters[name] !== undefined);
  const ids = filters.text === undefined ? undefined : idsOf(filters.text);
  to.always(`f.org_id = ${org} AND f.facet = '${lead}'`)
    .where(lead && filters[lead], (value) => `f.value = ${value}`)
    .where(filters.from, (at) => `f.at >= ${at}`)
    .where(filters.to, (at) => `f.at < ${at}`)
    .where(ids?.first, (id) => `f.id >= ${id}`)
    .where(ids?.last, (id) => `f.id <= ${id}`);
  for (const name of others) {
    to.where(
      filters[name],
      (value) => `EXISTS (SELECT FROM audit_facet o WHERE o.org_id = ${org} AND o.facet = '${name}'
        AND o.value = ${value} AND o.at = f.at AND o.id = f.id)`,
    );
  }
  return to;
}

/** Whether anything but the time, what was found or an id is asked for. */
export const asksForSeries = (filters: SeriesFilters): boolean =>
  SERIES.some((name) => filters[name] !== undefined);

const SERIES = [
  'workloads',
  'workload',
  'key',
  'member',
  'model',
  'provider',
  'outcome',
  'refusal',
  'status',
  'surface',
  'cacheHit',
  'jurisdiction',
] as const satisfies readonly (keyof SeriesFilters)[];

/** The ids that begin so, dashes or none. */
export function idsOf(text: string): { readonly first: string; readonly last: string } {
  const digits = text.replaceAll('-', '').toLowerCase();
  return { first: digits.padEnd(32, '0'), last: digits.padEnd(32, 'f') };
}
