import { AggregatorRegistry } from 'prom-client';
import { expect, it } from 'vitest';
import type {
  Corrections,
  Recorder,
  Recovery,
  RemoteAnchors,
  SealInterceptor,
  Sealer,
} from '#audit';
import type { BackgroundCalls } from '../background-calls/background-calls.js';
import { RedisCounting } from '#metering';
import type { ContentQueue, ResponseCache } from '#content';
import type { Outbox } from '#platform';
import { BackgroundReadings } from './background-readings.js';
import { Metrics } from './metrics.js';

/** Of one process, with numbers that tell from where each is read. */
function aProcess() {
  const metrics = new Metrics();
  const recorder = { waitingRows: 1, unsettled: 2 };
  const sealer = { counters: { sealed: 3, failures: 4 }, rowsSetAside: 7 };
  const recovery = { counters: { interrupted: 5, strays: 6 } };
  const corrections = { counters: { lost: 8 } };
  const seal = { lostRefusals: 9 };
  const anchors = { failures: 10, away: 1 };
  const outbox = { counters: { delivered: 12, failures: 13, givenUp: 14 } } as unknown as Outbox;
  const counters = { settled: 16, inFull: 17, untold: 18 };
  const answers = { openCount: 15, counters } as unknown as BackgroundCalls;
  const content = { size: 19, counters: { kept: 0, lost: 20 } } as unknown as ContentQueue;
  const cached = { hits: 21, misses: 22, stored: 23, damaged: 24, failures: 25 };
  const cache = { counters: cached } as unknown as ResponseCache;
  const parts = [recorder, sealer, recovery, corrections, seal, anchors] as unknown as [
    Recorder,
    Sealer,
    Recovery,
    Corrections,
    SealInterceptor,
    RemoteAnchors,
  ];
  expect(
    new BackgroundReadings(
      metrics,
      ...parts,
      new RedisCounting(null),
      outbox,
      answers,
      content,
      cache,
    ),
  ).toBeDefined();
  return { recorder, sealer, metrics };
}

const samplesOf = (text: string): string[] =>
  text.split('\n').filter((line) => /^gw_(?!build)/.test(line));

it('shows of recording, sealing and recovery how each stands at that moment', async () => {
  const { metrics, recorder } = aProcess();
  const samples = async () => samplesOf(await metrics.registry.metrics());
  expect(await samples()).toEqual([
    'gw_deliveries_total 12',
    'gw_delivery_failures_total 13',
    'gw_deliveries_given_up_total 14',
    'gw_background_open 15',
    'gw_background_settled_total 16',
    'gw_background_in_full_total 17',
    'gw_background_untold_total 18',
    'gw_content_waiting 19',
    'gw_content_lost_total 20',
    'gw_cache_hits_total 21',
    'gw_cache_misses_total 22',
    'gw_cache_stored_total 23',
    'gw_cache_damaged_total 24',
    'gw_cache_failures_total 25',
    'gw_record_waiting 1',
    'gw_unsettled 2',
    'gw_sealed_total 3',
    'gw_rows_set_aside 7',
    'gw_seal_failures_total 4',
    'gw_interrupted_total 5',
    'gw_stray_holds_total 6',
    'gw_late_outcomes_lost_total 8',
    'gw_refusals_lost_total 9',
    'gw_anchor_failures_total 10',
    'gw_anchor_places_away 1',
  ]);
  recorder.unsettled = 0;
  expect(await samples()).toContain('gw_unsettled 0');
});

it('adds up over processes what each has, and not what all of them see', async () => {
  const [first, second] = [aProcess(), aProcess()];
  second.sealer.rowsSetAside = 2;
  const all = [first, second].map(({ metrics }) => metrics.registry.getMetricsAsJSON());
  const together = AggregatorRegistry.aggregate(await Promise.all(all));
  expect(samplesOf(await together.metrics())).toEqual(
    expect.arrayContaining([
      'gw_background_open 15',
      'gw_rows_set_aside 7',
      'gw_anchor_places_away 1',
      'gw_record_waiting 2',
      'gw_sealed_total 6',
    ]),
  );
});
