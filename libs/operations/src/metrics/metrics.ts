import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** Name, help, and the value itself. */
export type Reading = readonly [name: string, help: string, read: () => number];

/** What Prometheus reads of this process. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  /** Values that are read when Prometheus asks, not kept. Names in `_total` are counters. */
  addReadings(readings: readonly Reading[]): void {
    for (const [name, help, read] of readings) {
      if (name.endsWith('_total')) this.addCounter(name, help, read);
      else this.addGauge(name, help, read);
    }
  }

  private addGauge(name: string, help: string, read: () => number): void {
    const collect = () => gauge.set(read());
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect });
  }

  private addCounter(name: string, help: string, read: () => number): void {
    const collect = () => {
      counter.reset();
      counter.inc(read());
    };
    const counter: Counter = new Counter({ name, help, registers: [this.registry], collect });
  }
}
