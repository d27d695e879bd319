import { Injectable } from '@nestjs/common';
import { SealInterceptor } from '#audit';
import { Directory } from '#call';
import { InspectInterceptor } from '#dlp';
import { Metrics } from '#operations';
import { AnswerRoom } from '#platform';
import { ProviderHealth, Repairs } from '#providers';
import { Settling, OpenCalls } from '#pipeline';
import { TypedModels, type TypedModelState } from '#typed';
import { BodyIntake } from '../http/body-intake.js';

/** How many calls this process has at hand. */
@Injectable()
export class CallReadings {
  constructor(
    metrics: Metrics,
    openCalls: OpenCalls,
    settling: Settling,
    seal: SealInterceptor,
    intake: BodyIntake,
    answers: AnswerRoom,
    health: ProviderHealth,
    repairs: Repairs,
    inspect: InspectInterceptor,
    typedModels: TypedModels,
    directory: Directory,
  ) {
    metrics.addReadings([
      ['gw_open_streams', 'Calls let in whose answer has not ended.', () => openCalls.size],
      ['gw_bodies_in', 'Request bodies that are being read.', () => intake.size],
      [
        'gw_bodies_memory_bytes',
        'Memory set aside for the bodies of calls whose answer has not begun.',
        () => intake.memoryBytes,
      ],
      [
        'gw_answers_memory_bytes',
        'Memory set aside for answers and events longer than 256 KiB.',
        () => answers.memoryBytes,
      ],
      ['gw_in_flight', 'Ended calls that are not recorded yet.', () => settling.size],
      [
        'gw_scans_known_total',
        'Texts that data protection knew from before, as those of earlier turns.',
        () => inspect.scanCounts.hits,
      ],
      [
        'gw_scans_new_total',
        'Texts of which it keeps what it found, and that it had to scan.',
        () => inspect.scanCounts.misses,
      ],
      [
        'gw_scans_memory_bytes',
        'Memory that is kept of scans: kinds and places, never a text.',
        () => inspect.scanCounts.bytes,
      ],
      [
        'gw_late_outcomes_total',
        'Calls that ended after being taken for dead.',
        () => seal.lateOutcomes,
      ],
    ]);
    metrics.addLabelled(BREAKERS, () => worstByProvider(health.states(directory)));
    for (const [name, help, read] of TYPED) {
      const perModel = () =>
        typedModels.states
          .filter(({ state }) => state !== 'off')
          .map((one) => [[one.model], read(one)] as const);
      metrics.addLabelled({ name, help, labelNames: ['model'] }, perModel);
    }
    metrics.addLabelled(TYPED_REVISION, () =>
      typedModels.states.flatMap(({ model, revision }) =>
        revision === null ? [] : [[[model, revision], 1] as const],
      ),
    );
    metrics.addLabelled(REPAIRS, () =>
      repairs.found().map(({ provider, field, count }) => [[provider, field], count] as const),
    );
  }
}

const MS = 1_000;

const TYPED: readonly (readonly [
  name: string,
  help: string,
  read: (state: TypedModelState) => number,
])[] = [
  [
    'gw_typed_ready',
    'Whether a typed model of this machine was verified and answers: 1, or 0.',
    ({ state }) => (state === 'ready' ? 1 : 0),
  ],
  ['gw_typed_busy', 'Processes of a typed model that are at work.', ({ busy }) => busy],
  ['gw_typed_waiting', 'Questions that no process has yet.', ({ waiting }) => waiting],
  [
    'gw_typed_unit_seconds',
    'Of one request that is routed, or one option that is read; moving average.',
    ({ unitMs }) => unitMs / MS,
  ],
  ['gw_typed_answers_total', 'Decisions made since the start.', ({ answered }) => answered],
  [
    'gw_typed_turned_away_total',
    'Decisions not made since the start, because too much was at hand.',
    ({ turnedAway }) => turnedAway,
  ],
  [
    'gw_typed_without_numbers_total',
    'Decisions not made since the start, because the model gave no numbers or died.',
    ({ withoutNumbers }) => withoutNumbers,
  ],
];
const TYPED_REVISION = {
  name: 'gw_typed_revision_info',
  help: 'Always 1; the SHA-256 of the weights that answer.',
  labelNames: ['model', 'revision'],
} as const;

const BREAKERS = {
  name: 'gw_breaker_state',
  help: 'Circuit breaker of a provider: 0 closed, 1 probing, 2 open.',
  labelNames: ['provider'],
  of: 'shared',
} as const;
const REPAIRS = {
  name: 'gw_fields_refused_total',
  help: 'Fields that models of a provider refused by name, and that requests to them go without for an hour.',
  labelNames: ['provider', 'field'],
};
const LEVEL = { closed: 0, half_open: 1, open: 2 };

/** Organisations may call theirs alike. */
function worstByProvider(states: ReturnType<ProviderHealth['states']>) {
  const levels = new Map<string, number>();
  for (const { provider, model, state } of states) {
    const endpoint = model === '' ? provider : `${provider}/${model}`;
    levels.set(endpoint, Math.max(levels.get(endpoint) ?? 0, LEVEL[state]));
  }
  return [...levels].map(([provider, level]) => [[provider], level] as const);
}
