import type { Entry } from '../entry/entry.js';

/** A row of `audit_row` as the driver hands it out: bigint columns as text, times as dates. */
export type AuditRow = Readonly<Record<keyof typeof PROJECTIONS, unknown>> & {
  readonly at: Date;
  readonly entry: Buffer;
  readonly leaf_hash: Buffer;
};

/** What each column must say. The columns are for searching; only the entry is evidence. */
const PROJECTIONS = {
  id: (entry: Entry) => entry.id,
  at: (entry: Entry) => Date.parse(entry.at),
  org_id: (entry: Entry) => entry.org,
  type: (entry: Entry) => entry.type,
  workload_id: (entry: Entry) => entry.workload,
  key_id: (entry: Entry) => entry.key,
  surface: (entry: Entry) => entry.surface,
  wire: (entry: Entry) => entry.wire,
  model_requested: (entry: Entry) => entry.model_requested,
  model_routed: (entry: Entry) => entry.model_routed,
  provider: (entry: Entry) => entry.provider,
  http_status: (entry: Entry) => entry.http_status,
  outcome: (entry: Entry) => entry.outcome,
  refusal_code: (entry: Entry) => entry.refusal?.code,
  cache_hit: (entry: Entry) => entry.cache_hit,
  dlp_action: (entry: Entry) => entry.dlp?.action,
  unscanned_document: (entry: Entry) => entry.unscanned_document,
  client_gone: (entry: Entry) => entry.client_gone,
  tokens_in: (entry: Entry) => entry.tokens?.in,
  tokens_out: (entry: Entry) => entry.tokens?.out,
  price_nano: (entry: Entry) => entry.price?.nano,
  ttft_ms: (entry: Entry) => entry.ttft_ms,
  latency_ms: (entry: Entry) => entry.latency_ms,
} as const;

/** Columns that do not say what the entry says. */
export function differences(row: AuditRow): string[] {
  const entry = JSON.parse(row.entry.toString()) as Entry;
  const columns = Object.keys(PROJECTIONS) as (keyof typeof PROJECTIONS)[];
  return columns.filter((column) => {
    const expected = PROJECTIONS[column](entry) ?? null;
    const stored = row[column] instanceof Date ? row[column].getTime() : row[column];
    return String(stored) !== String(expected);
  });
}
