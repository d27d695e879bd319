import { Injectable } from '@nestjs/common';
import { Recorder, Recovery, SealInterceptor, Sealer } from '#audit';
import { InFlight, OpenCalls } from '#pipeline';
import { CallMetrics } from './call-metrics.js';

/** State of the running process, read when Prometheus asks. */
@Injectable()
export class Gauges {
  constructor(
    metrics: CallMetrics,
    openCalls: OpenCalls,
    inFlight: InFlight,
    recorder: Recorder,
    sealer: Sealer,
    recovery: Recovery,
    seal: SealInterceptor,
  ) {
    const readings: readonly (readonly [string, string, () => number])[] = [
      ['gw_open_streams', 'Answers that have not ended.', () => openCalls.size],
      ['gw_in_flight', 'Calls being settled and sealed.', () => inFlight.size],
      ['gw_record_waiting', 'Rows waiting for the database.', () => recorder.waitingRows],
      ['gw_sealed_total', 'Entries sealed by this process.', () => sealer.counters.sealed],
      ['gw_seal_failures_total', 'Failed sealing passes.', () => sealer.counters.failures],
      [
        'gw_interrupted_total',
        'Calls of dead replicas recorded.',
        () => recovery.counters.interrupted,
      ],
      [
        'gw_late_outcomes_total',
        'Calls that ended after being taken for dead.',
        () => seal.lateOutcomes,
      ],
    ];
    for (const [name, help, read] of readings) metrics.addReading(name, help, read);
  }
}
