import { Injectable } from '@nestjs/common';
import { SealInterceptor } from '#audit';
import { InspectInterceptor } from '#dlp';
import { Metrics } from '#operations';
import { AnswerRoom, ProviderHealth, Repairs } from '#providers';
import { Settling, OpenCalls } from '#pipeline';
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
    metrics.addLabelled(BREAKERS, () => worstByProvider(health.states()));
    metrics.addLabelled(REPAIRS, () =>
      repairs.found().map(({ provider, field, count }) => [[provider, field], count] as const),
    );
  }
}

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
  for (const { endpoint, state } of states) {
    levels.set(endpoint, Math.max(levels.get(endpoint) ?? 0, LEVEL[state]));
  }
  return [...levels].map(([provider, level]) => [[provider], level] as const);
}
