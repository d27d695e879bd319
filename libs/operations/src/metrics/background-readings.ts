import { Injectable } from '@nestjs/common';
import { Corrections, Recorder, Recovery, SealInterceptor, Sealer } from '#audit';
import { Metrics } from './metrics.js';

/** How recording, sealing and recovery of this process are doing. */
@Injectable()
export class BackgroundReadings {
  constructor(
    metrics: Metrics,
    recorder: Recorder,
    sealer: Sealer,
    recovery: Recovery,
    corrections: Corrections,
    seal: SealInterceptor,
  ) {
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
      [
        'gw_late_outcomes_lost_total',
        'Late outcomes that are on record nowhere but in the log of the process.',
        () => corrections.counters.lost,
      ],
      [
        'gw_refusals_lost_total',
        'Refusals that were not recorded: too many rows waited, or the log was set back.',
        () => seal.lostRefusals,
      ],
    ]);
  }
}
