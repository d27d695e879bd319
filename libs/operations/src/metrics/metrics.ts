import { Injectable } from '@nestjs/common';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Registry,
  type Metric,
  type OpenMetricsContentType,
} from 'prom-client';
import { VERSION } from '#platform';

/**
 * Name, help, and the value itself. `shared`: each process reads the same matter, so of several that are
 * read together the highest counts; without it they are added up.
 */
export type Reading = readonly [name: string, help: string, read: () => number, of?: 'shared'];

interface Labelled {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** As in `Reading`. */
  readonly of?: 'shared';
}

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** Seen through a registry of its own: the library takes `_total` off the names of counters that it writes so, for good. */
function openMetricsOf(registry: Registry): Registry<OpenMetricsContentType> {
  const seen = new Registry<OpenMetricsContentType>();
  seen.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (!metric) continue;
    const get = async () => {
      const read = await metric.get();
      return { ...read, name: read.name.replace(/_total$/, '') };
    };
    // The library asks both of these for what it writes.
    const view = Object.assign(Object.create(metric) as Metric, { get, getForPromString: get });
    seen.registerMetric(view);
  }
  return seen;
}

const aggregatorOf = (of: 'shared' | undefined) => (of === 'shared' ? 'max' : 'sum');

/** What Prometheus reads of this process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    const labelNames = ['version', 'node'];
    const aggregator = 'first'; // Of processes that are read together.
    new Gauge({
      name: 'gw_build_info',
      help: 'Always 1; what runs.',
      labelNames,
      registers,
      aggregator,
    })
      .labels(VERSION, process.version)
      .set(1);
  }

  /** In the format that a reader asks for: that of OpenMetrics has exemplars. @param accept its header */
  async read(accept: string | undefined): Promise<MetricsText> {
    if (!accept?.includes('application/openmetrics-text')) {
      return { contentType: this.registry.contentType, text: await this.registry.metrics() };
    }
    const registry = openMetricsOf(this.registry);
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  /** One value for each combination of labels, read when Prometheus asks. Names in `_total` are counters. */
  addLabelled(
    { name, help, labelNames, of }: Labelled,
    read: () => Iterable<readonly [labels: readonly string[], value: number]>,
  ): void {
    const described = { name, help, labelNames: [...labelNames], registers: [this.registry] };
    if (name.endsWith('_total')) {
      const collect = () => {
        counter.reset();
        for (const [labels, value] of read()) counter.labels(...labels).inc(value);
      };
      const counter: Counter = new Counter({ ...described, collect });
      return;
    }
    const collect = () => {
      gauge.reset();
      for (const [labels, value] of read()) gauge.labels(...labels).set(value);
    };
    const gauge: Gauge = new Gauge({ ...described, aggregator: aggregatorOf(of), collect });
  }

  /** Values that are read when Prometheus asks, not kept. Names in `_total` are counters. */
  addReadings(readings: readonly Reading[]): void {
    for (const [name, help, read, of] of readings) {
      if (name.endsWith('_total')) this.addCounter(name, help, read);
      else this.addGauge(name, help, read, of);
    }
  }

  private addGauge(...[name, help, read, of]: Reading): void {
    const collect = () => gauge.set(read());
    const registers = [this.registry];
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      aggregator: aggregatorOf(of),
      collect,
    });
  }

  private addCounter(name: string, help: string, read: () => number): void {
    const collect = () => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ name, help, registers: [this.registry], collect });
  }
}
