import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
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

  /** One value for each combination of labels, read when Prometheus asks. */
  addLabelled(
    { name, help, labelNames, of }: Labelled,
    read: () => Iterable<readonly [labels: readonly string[], value: number]>,
  ): void {
    const collect = () => {
      gauge.reset();
      for (const [labels, value] of read()) gauge.labels(...labels).set(value);
    };
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      aggregator: aggregatorOf(of),
      collect,
    });
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
