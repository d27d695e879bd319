import type { EntrySteps } from '#audit';
import type { Histogram, ListedCall, ReadCall } from '#insight';
import { formatNano } from '#kernel';
import type { ReadContent } from '#content';
import type { AuditContentView, AuditEntryView, AuditRowView, HistogramView } from './audit.dto.js';

export function rowView({ id, at, seq, entry, ...names }: ListedCall): AuditRowView {
  return {
    id,
    at,
    type: entry?.type ?? 'call',
    seq: seq === null ? null : Number(seq),
    workload_id: entry?.workload ?? null,
    workload_name: names.workloadName,
    key_id: entry?.key ?? null,
    key_name: names.keyName,
    member_id: entry?.member ?? null,
    surface: entry?.surface ?? null,
    stream: entry?.stream ?? null,
    model_requested: entry?.model_requested ?? null,
    model_served: entry?.model_routed ?? null,
    provider: entry?.provider ?? null,
    region: entry?.region ?? null,
    jurisdiction: entry?.jurisdiction ?? null,
    outcome: entry?.outcome ?? 'unreadable',
    status: entry?.http_status ?? null,
    refusal_code: entry?.refusal?.code ?? null,
    refusal_stage: entry?.refusal?.stage ?? null,
    protection: entry?.dlp?.action ?? null,
    findings: entry?.dlp?.findings ?? {},
    injections: [...new Set(entry?.dlp?.injections?.map(({ kind }) => kind))],
    cache_hit: entry?.cache_hit ?? null,
    tokens_in: entry?.tokens?.in ?? null,
    tokens_out: entry?.tokens?.out ?? null,
    cost: entry?.price ? formatNano(BigInt(entry.price.nano)) : null,
    currency: entry?.price?.currency ?? null,
    ttft_ms: entry?.ttft_ms ?? null,
    latency_ms: entry?.latency_ms ?? null,
    times: entry?.times ?? null,
  };
}

export const histogramView = (
  { seconds, buckets, isPartial }: Histogram,
  { from, to }: { readonly from: Date; readonly to: Date },
): HistogramView => ({ from, to, seconds, partial: isPartial, buckets });

/** @param showsOthers neighbours may be anybody's */
export function entryView(call: ReadCall, showsOthers: boolean): AuditEntryView {
  const seq = call.seq === null ? null : Number(call.seq);
  const neighbour = (step: number) => {
    const found = call.neighbours.find((one) => seq !== null && Number(one.seq) === seq + step);
    return found && showsOthers ? { seq: Number(found.seq), id: found.id } : null;
  };
  return {
    id: call.id,
    entry: call.entry,
    entry_text: call.text,
    sealed: seq !== null,
    seq,
    covered_by: call.checkpoint === null ? null : Number(call.checkpoint),
    leaf_hash: call.leaf.toString('hex'),
    previous: neighbour(-1),
    next: neighbour(1),
    workload_name: call.workloadName,
    key_name: call.keyName,
    member_name: call.memberName,
    steps: stepsOf(call),
    ledger: call.ledger.map(({ id, kind, nano, counters, priceVersion, at }) => ({
      id,
      kind,
      amount: formatNano(BigInt(nano)),
      counters,
      price_version: priceVersion === null ? null : Number(priceVersion),
      at,
    })),
    parent: call.entry?.parent ?? null,
    children: call.children,
  };
}

function stepsOf({ entry }: ReadCall): AuditEntryView['steps'] {
  if (!entry) return [];
  const own = { provider: null, status: null, error: null } as const;
  return [
    ...(entry.gateway_ms === null
      ? []
      : [{ ...own, step: 'gateway' as const, ms: entry.gateway_ms }]),
    ...(entry.steps
      ? timed(entry.steps).map(([step, us]) => ({ ...own, step, ms: us / 1_000 }))
      : []),
    ...entry.attempts.map(({ provider, status, err, ms }) => ({
      step: 'attempt' as const,
      ms,
      provider,
      status,
      error: err,
    })),
  ];
}

/** In the order in which a call takes them. */
const timed = (steps: EntrySteps) =>
  [
    ['inspect', steps.inspect_us],
    ['route', steps.route_us],
    ['scope', steps.scope_us],
    ['seal', steps.seal_us],
    ['meter', steps.meter_us],
  ] as const;

export function contentView(id: string, parts: readonly ReadContent[]): AuditContentView {
  const textOf = (part: ReadContent['part']) => {
    const kept = parts.find((one) => one.part === part);
    return kept ? { text: kept.text, cut: kept.isCut } : null;
  };
  return { id, prompt: textOf('prompt'), answer: textOf('answer') };
}
