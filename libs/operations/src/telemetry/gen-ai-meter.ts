import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Outcome, ReceivedCall } from '#call';
import { VERSION } from '#platform';
import { ATTRIBUTE, METRIC, providerNameOf } from './names.js';
import { hostOf, operationOf } from './spans-of-call.js';
import { saidOf } from './span-sink.js';

const EXPORT_EACH_MS = 60_000;
const EXPORT_MS_MAX = 10_000;

/** As the conventions advise. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** The metrics that the GenAI conventions name, for a collector. Prometheus reads its own from `/metrics`. */
export class GenAiMeter {
  private readonly provider: MeterProvider;
  private readonly instruments;

  constructor(url: string, resource: Resource) {
    const exporter = new OTLPMetricExporter({ url, timeoutMillis: EXPORT_MS_MAX });
    const reader = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: EXPORT_EACH_MS,
      exportTimeoutMillis: EXPORT_MS_MAX,
    });
    this.provider = new MeterProvider({ resource, readers: [reader] });
    const meter = this.provider.getMeter('model-gateway', VERSION);
    const histogram = (name: string, unit: string, description: string, buckets: number[]) =>
      meter.createHistogram(name, {
        unit,
        description,
        advice: { explicitBucketBoundaries: buckets },
      });
    this.instruments = {
      tokens: histogram(METRIC.tokens, '{token}', 'Tokens as the provider counted them.', TOKENS),
      duration: histogram(METRIC.duration, 's', 'From receipt to the end of the answer.', SECONDS),
      firstChunk: histogram(METRIC.firstChunk, 's', 'From receipt to the first frame.', SECONDS),
    };
  }

  ended(call: ReceivedCall, { endpoint, error, usage, latencyMs, ttftMs }: Outcome): void {
    if (!endpoint) return;
    const { tokens, duration, firstChunk } = this.instruments;
    const { provider, model } = endpoint;
    const attributes = saidOf({
      [ATTRIBUTE.operation]: operationOf(call),
      [ATTRIBUTE.provider]: providerNameOf(provider.family),
      [ATTRIBUTE.requestModel]: model && (model.isListed ? model.id : 'other'),
      [ATTRIBUTE.serverAddress]: hostOf(provider.baseUrl),
    });
    duration.record(latencyMs / 1_000, {
      ...attributes,
      ...(error && { [ATTRIBUTE.errorType]: error.key }),
    });
    if (ttftMs !== null && call.isStreaming) firstChunk.record(ttftMs / 1_000, attributes);
    if (!usage) return;
    tokens.record(usage.inputTotal, { ...attributes, [ATTRIBUTE.tokenType]: 'input' });
    tokens.record(usage.outputTotal, { ...attributes, [ATTRIBUTE.tokenType]: 'output' });
  }

  async stop(): Promise<void> {
    await this.provider.shutdown();
  }
}
