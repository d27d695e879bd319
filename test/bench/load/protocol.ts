import type { Format } from '../formats.js';

/** One kind of call, as the generator sends it and what it expects back. */
export interface CallPlan {
  readonly port: number;
  readonly format: Format;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isStreaming: boolean;
  /** The answer's text: as it stands in the JSON, or joined from the frames of a stream. */
  readonly expected: string;
}

export type LoadQuestion =
  | {
      readonly kind: 'measure';
      readonly plan: CallPlan;
      readonly connections: number;
      readonly seconds: number;
      /** Calls begin at their time, so many a second; null: each when the one before is answered. */
      readonly perSecond: number | null;
    }
  | {
      /** Opens streams, one per connection, and waits until all of them have ended. */
      readonly kind: 'hold-streams';
      readonly plan: CallPlan;
      readonly streams: number;
      readonly perSecond: number;
    };

export type LoadAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'measured'; readonly result: LoadResult }
  /** Every stream has delivered content. */
  | { readonly kind: 'all-open' }
  | { readonly kind: 'streams-ended'; readonly result: StreamsResult };

export interface LoadResult {
  readonly calls: number;
  readonly failures: number;
  /** The first few, to say what went wrong. */
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** To the first content; streams only. */
  readonly firstTokenP50Ms: number | null;
  readonly firstTokenP99Ms: number | null;
  /** Processor time of the generator itself: near a full core, it is the bottleneck. */
  readonly cpuSeconds: number;
}

export interface StreamsResult extends LoadResult {
  /** Fewer than were asked for when some had to wait until others had ended. */
  readonly openAtOnceMax: number;
}
