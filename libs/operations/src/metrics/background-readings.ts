import { Injectable } from '@nestjs/common';
import { Corrections, Recorder, Recovery, RemoteAnchors, SealInterceptor, Sealer } from '#audit';
import { ContentQueue, ResponseCache } from '#content';
import { RedisCounting } from '#metering';
import { Outbox } from '#platform';
import { BackgroundCalls } from '../background-calls/background-calls.js';
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
    anchors: RemoteAnchors,
    { parts }: RedisCounting,
    outbox: Outbox,
    answers: BackgroundCalls,
    content: ContentQueue,
    cache: ResponseCache,
  ) {
    metrics.addReadings([
      [
        'gw_deliveries_total',
        'Alerts that their receivers took from this process.',
        () => outbox.counters.delivered,
      ],
      [
        'gw_delivery_failures_total',
        'Tries to deliver an alert that failed; most are tried again.',
        () => outbox.counters.failures,
      ],
      [
        'gw_deliveries_given_up_total',
        'Alerts that were tried for a day and a half in vain.',
        () => outbox.counters.givenUp,
      ],
      [
        'gw_background_open',
        'Calls whose provider goes on with their answer, at the last look.',
        () => answers.openCount,
        'shared',
      ],
      [
        'gw_background_settled_total',
        'Such calls that this process has settled.',
        () => answers.counters.settled,
      ],
      [
        'gw_background_in_full_total',
        'Those among them whose usage nobody told: charged all that was held.',
        () => answers.counters.inFull,
      ],
      [
        'gw_background_untold_total',
        'Times that a provider could not be asked for such an answer; it is asked again.',
        () => answers.counters.untold,
      ],
      ['gw_content_waiting', 'Prompts and answers that wait to be kept.', () => content.size],
      [
        'gw_content_lost_total',
        'Prompts and answers that were not kept: too many waited, or the database did not take them.',
        () => content.counters.lost,
      ],
      [
        'gw_cache_hits_total',
        'Calls that were given an answer of an equal request.',
        () => cache.counters.hits,
      ],
      ['gw_cache_misses_total', 'Calls that looked for one in vain.', () => cache.counters.misses],
      [
        'gw_cache_stored_total',
        'Answers that were kept for equal requests.',
        () => cache.counters.stored,
      ],
      [
        'gw_cache_damaged_total',
        'Answers that were changed in the database, and given to nobody.',
        () => cache.counters.damaged,
      ],
      [
        'gw_cache_failures_total',
        'Times that the cache could not be asked or written: a miss, or an answer that is not kept.',
        () => cache.counters.failures,
      ],
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
        'shared',
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
      [
        'gw_anchor_failures_total',
        'Tries to reach a place of the anchors elsewhere that failed.',
        () => anchors.failures,
      ],
      [
        'gw_anchor_places_away',
        'Places of the anchors elsewhere that could not be reached when tried last.',
        () => anchors.away,
        'shared',
      ],
    ]);
    if (!parts) return;
    const { watch } = parts;
    metrics.addReadings([
      [
        'gw_counter_drift_nano',
        'The largest difference between a counter in Redis and the ledger, at the last look.',
        () => Number(watch.driftNano),
        'shared',
      ],
      [
        'gw_counter_rebuilds_total',
        'Counters of an organisation made anew: lost, not to be believed, or wrong.',
        () => watch.counters.rebuilds,
      ],
      [
        'gw_counter_recounts_total',
        'Those among them that differed from the ledger for long.',
        () => watch.counters.recounts,
      ],
    ]);
  }
}
