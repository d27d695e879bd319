import { Injectable } from '@nestjs/common';
import { Recorder, Recovery, Sealer } from '#audit';
import { Metrics } from './metrics.js';

/** How recording, sealing and recovery of this process are doing. */
@Injectable()
export class BackgroundReadings {
  constructor(metrics: Metrics, recorder: Recorder, sealer: Sealer, recovery: Recovery) {
    metrics.addReadings([
      ['gw_record_waiting', 'Rows waiting for the database.', () => recorder.waitingRows],
      [
        'gw_unsettled',
        'Recorded calls whose hold is still to be settled.',
        () => recorder.unsettled,
      ],
      ['gw_sealed_total', 'Entries sealed by this process.', () => sealer.counters.sealed],
      [
        'gw_rows_set_aside',
        'Rows that the log would not take, waiting for an operator.',
        () => sealer.rowsSetAside,
      ],
      ['gw_seal_failures_total', 'Failed sealing passes.', () => sealer.counters.failures],
      [
        'gw_interrupted_total',
        'Calls of dead replicas recorded.',
        () => recovery.counters.interrupted,
      ],
      [
        'gw_stray_holds_total',
        'Holds of calls that had ended already, released.',
        () => recovery.counters.strays,
      ],
    ]);
  }
}
