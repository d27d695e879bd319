import { isRecord } from '../../lib/is-record';

/** What the drawer tells of a sealed entry. Entries of other releases may have less. */
export interface Told {
  readonly at: string | null;
  readonly outcome: string | null;
  readonly status: number | null;
  readonly workloadId: string | null;
  readonly model: string | null;
  readonly routed: string | null;
  readonly surface: string | null;
  /** The format that its caller spoke. */
  readonly wire: string | null;
  /** Without what stood in it for an id. */
  readonly path: string | null;
  readonly isStreaming: boolean;
  readonly latencyMs: number | null;
  readonly refusal: { readonly code: string; readonly stage: string } | null;
  readonly protection: {
    readonly mode: string;
    readonly found: readonly {
      readonly kind: string;
      readonly count: number;
      readonly action: string;
      readonly place: string;
    }[];
    /** Where data spoke to a model; the score in percent. */
    readonly injections: readonly {
      readonly kind: string;
      readonly place: string;
      readonly score: number;
      readonly offset: number;
    }[];
    readonly issued: number;
    readonly restored: number;
  } | null;
  readonly scope: string | null;
  readonly residency: { readonly policy: string; readonly verdict: string } | null;
  readonly jurisdiction: string | null;
  readonly reason: string | null;
  readonly price: {
    readonly held: string;
    readonly settled: string;
    /** Of an answer out of the cache: what it would have cost. */
    readonly saved: string | null;
    readonly currency: string;
  } | null;
  readonly tokens: { readonly read: number; readonly written: number } | null;
  readonly marks: readonly string[];
}

export function readEntry(entry: unknown): Told {
  const { dlp, refusal, residency, price, tokens, scope_guard: scope, marks } = mapping(entry);
  const of = mapping(entry);
  const [protection, pseudonyms] = [mapping(dlp), mapping(mapping(dlp)['pseudonyms'])];
  const found = list(protection['found']);
  return {
    at: text(of['at']),
    outcome: text(of['outcome']),
    status: number(of['http_status']),
    workloadId: text(of['workload']),
    model: text(of['model_requested']),
    routed: text(of['model_routed']),
    surface: text(of['surface']),
    wire: text(of['wire']),
    path: text(of['path_template']),
    isStreaming: of['stream'] === true,
    latencyMs: number(of['latency_ms']),
    refusal: isRecord(refusal)
      ? { code: text(refusal['code']) ?? '', stage: text(refusal['stage']) ?? '' }
      : null,
    protection: isRecord(dlp)
      ? {
          mode: text(protection['mode']) ?? '',
          found: found.map((one) => ({
            kind: text(one['kind']) ?? '',
            count: number(one['count']) ?? 0,
            action: text(one['action']) ?? '',
            place: text(one['place']) ?? '',
          })),
          injections: list(protection['injections']).map((one) => ({
            kind: text(one['kind']) ?? '',
            place: text(one['place']) ?? '',
            score: number(one['score']) ?? 0,
            offset: number(one['offset']) ?? 0,
          })),
          issued: number(pseudonyms['issued']) ?? 0,
          restored: number(pseudonyms['restored']) ?? 0,
        }
      : null,
    scope: text(mapping(scope)['verdict']),
    residency: isRecord(residency)
      ? { policy: text(residency['policy']) ?? '', verdict: text(residency['verdict']) ?? '' }
      : null,
    jurisdiction: text(of['jurisdiction']),
    reason: text(of['route_reason']),
    price: isRecord(price)
      ? {
          held: ofNano(price['hold_nano']),
          settled: ofNano(price['nano']),
          saved: of['cache_hit'] === 'exact' ? ofNano(of['saved_nano']) : null,
          currency: text(price['currency']) ?? '',
        }
      : null,
    tokens: isRecord(tokens)
      ? { read: number(tokens['in']) ?? 0, written: number(tokens['out']) ?? 0 }
      : null,
    marks: Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : [],
  };
}

const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(mapping) : [];
const mapping = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const NANO_DIGITS = 9;

/** Nano-units as a decimal: money stays text, as everywhere. */
export function ofNano(value: unknown): string {
  if (typeof value !== 'string' || !/^\d+$/.test(value)) return '0';
  const padded = value.padStart(NANO_DIGITS + 1, '0');
  return `${padded.slice(0, -NANO_DIGITS)}.${padded.slice(-NANO_DIGITS)}`;
}
