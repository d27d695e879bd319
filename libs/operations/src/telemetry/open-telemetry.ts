import { diag, DiagLogLevel } from '@opentelemetry/api';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { Logger } from '@nestjs/common';
import { VERSION, type TelemetryConfig } from '#platform';
import { GenAiMeter } from './gen-ai-meter.js';
import { SpanSink } from './span-sink.js';

export interface OpenTelemetry {
  readonly spans: SpanSink | undefined;
  readonly meter: GenAiMeter | undefined;
}

/** The only door to the packages of OpenTelemetry: imported where a collector is named, and not before. */
export function openTelemetry(config: TelemetryConfig, replica: string): OpenTelemetry {
  const logger = new Logger('telemetry');
  const told = { error: say(logger), warn: say(logger), info() {}, debug() {}, verbose() {} };
  diag.setLogger(told, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const resource = defaultResource().merge(
    resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': VERSION,
      'service.instance.id': replica,
      ...config.resource,
    }),
  );
  const { tracesUrl, metricsUrl } = config;
  return {
    spans: tracesUrl === null ? undefined : new SpanSink(tracesUrl, resource),
    meter: metricsUrl === null ? undefined : new GenAiMeter(metricsUrl, resource),
  };
}

const WORDS_MAX = 300;

/** What a collector answers may be long, and is not ours. */
const say = (logger: Logger) => (message: string) => logger.warn(message.slice(0, WORDS_MAX));
