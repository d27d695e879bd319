import {
  bigintArray,
  booleanArray,
  intArray,
  textArray,
  timestampArray,
  uuidArray,
} from '#platform';
import type { Entry } from './entry.js';

type Value = string | number | bigint | boolean | null | undefined;

/** One column of `audit_row` beside the entry itself. */
interface Projection {
  /** As `gw_record` takes it. */
  readonly type: string;
  /** The column of many rows in one parameter. */
  encode(entries: readonly Entry[]): Buffer;
  /** What the column must say. */
  valueIn(entry: Entry): Value;
}

const projection =
  <Type extends Value>(type: string, encodeArray: (values: readonly (Type | null)[]) => Buffer) =>
  (valueIn: (entry: Entry) => Type | null | undefined): Projection => ({
    type,
    encode: (entries) => encodeArray(entries.map((entry) => valueIn(entry) ?? null)),
    valueIn,
  });

const timestamp = projection('timestamptz', timestampArray);
const uuid = projection('uuid', uuidArray);
const text = projection('text', textArray);
const int = projection('int', intArray);
const bigint = projection<bigint | number>('bigint', bigintArray);
const boolean = projection('boolean', booleanArray);

/**
 * What is written beside an entry, read from the same object that is sealed. The columns are for
 * searching; only the entry is evidence, and `fsck` compares them.
 */
export const PROJECTIONS = {
  at: timestamp((entry) => Date.parse(entry.at)),
  type: text((entry) => entry.type),
  workload_id: uuid((entry) => entry.workload),
  key_id: text((entry) => entry.key),
  surface: text((entry) => entry.surface),
  wire: text((entry) => entry.wire),
  model_requested: text((entry) => entry.model_requested),
  model_routed: text((entry) => entry.model_routed),
  provider: text((entry) => entry.provider),
  http_status: int((entry) => entry.http_status),
  outcome: text((entry) => entry.outcome),
  refusal_code: text((entry) => entry.refusal?.code),
  cache_hit: text((entry) => entry.cache_hit),
  dlp_action: text((entry) => entry.dlp?.action),
  unscanned_document: boolean((entry) => entry.unscanned_document),
  client_gone: boolean((entry) => entry.client_gone),
  tokens_in: bigint((entry) => entry.tokens?.in),
  tokens_out: bigint((entry) => entry.tokens?.out),
  price_nano: bigint((entry) => (entry.price ? BigInt(entry.price.nano) : null)),
  ttft_ms: int((entry) => entry.ttft_ms),
  latency_ms: int((entry) => entry.latency_ms),
} as const satisfies Readonly<Record<string, Projection>>;

/** A row of `audit_row` as the driver hands it out: bigint columns as text, times as dates. */
export type AuditRow = Readonly<Record<keyof typeof PROJECTIONS, unknown>> & {
  readonly id: string;
  readonly org_id: string;
  readonly entry: Buffer;
  readonly leaf_hash: Buffer;
};

/** Columns that do not say what the entry says. */
export function differences(row: AuditRow): string[] {
  const entry = JSON.parse(row.entry.toString()) as Entry;
  const differ = (stored: unknown, expected: Value): boolean =>
    String(stored instanceof Date ? stored.getTime() : stored) !== String(expected ?? null);
  const columns = Object.keys(PROJECTIONS) as (keyof typeof PROJECTIONS)[];
  return [
    ...(differ(row.id, entry.id) ? ['id'] : []),
    ...(differ(row.org_id, entry.org) ? ['org_id'] : []),
    ...columns.filter((column) => differ(row[column], PROJECTIONS[column].valueIn(entry))),
  ];
}
