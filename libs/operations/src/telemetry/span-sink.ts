import { SpanKind, SpanStatusCode, TraceFlags, type Attributes as Known } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import { VERSION } from '#platform';
import type { Attributes, SpanDraft } from './span-draft.js';

/** Spans that wait or are on their way: some 2 MB. A collector that takes none costs no more. */
export const WAITING_MAX = 4_096;
const BATCH_MAX = 512;
const DELAY_MS = 1_000; // Of a span that comes alone.
const EXPORT_MS_MAX = 10_000;

const SCOPE = { name: 'model-gateway', version: VERSION };
const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

/** Sends spans in batches, beside the calls and never in their way. */
export class SpanSink {
  readonly counters = { exported: 0, failed: 0, dropped: 0 };
  private waiting = 0;
  private readonly processor: BatchSpanProcessor;

  constructor(
    url: string,
    private readonly resource: Resource,
  ) {
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS_MAX });
    this.processor = new BatchSpanProcessor({
      exporter: this.counting(exporter),
      maxQueueSize: WAITING_MAX,
      maxExportBatchSize: BATCH_MAX,
      scheduledDelayMillis: DELAY_MS,
      exportTimeoutMillis: EXPORT_MS_MAX,
    });
  }

  add(drafts: readonly SpanDraft[]): void {
    for (const draft of drafts) {
      if (this.waiting >= WAITING_MAX) this.counters.dropped++;
      else {
        this.waiting++;
        this.processor.onEnd(spanOf(draft, this.resource));
      }
    }
  }

  /** Sends what waits. Takes as long as the collector does: whoever waits has a deadline. */
  async stop(): Promise<void> {
    await this.processor.shutdown();
  }

  private counting(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          this.waiting -= spans.length;
          if (result.error) this.counters.failed += spans.length;
          else this.counters.exported += spans.length;
          done(result);
        }),
      shutdown: () => exporter.shutdown(),
    };
  }
}

function spanOf(draft: SpanDraft, resource: Resource): ReadableSpan {
  const { name, kind, traceId, spanId, parentSpanId, startMs, endMs, hasFailed } = draft;
  const traceFlags = TraceFlags.SAMPLED;
  const context = { traceId, spanId, traceFlags };
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => context,
    ...(parentSpanId !== null && {
      parentSpanContext: { traceId, spanId: parentSpanId, traceFlags },
    }),
    startTime: hrTime(startMs),
    endTime: hrTime(endMs),
    duration: hrTime(endMs - startMs),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: saidOf(draft.attributes),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

export function saidOf(attributes: Attributes): Known {
  const said: Known = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    said[name] = typeof value === 'object' ? [...value] : value;
  }
  return said;
}

/** Seconds, and nanoseconds beyond them. */
function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1_000_000)];
}
