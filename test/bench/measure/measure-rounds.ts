import { PLAIN_PIECES } from '../conversation.js';
import {
  CONNECTIONS,
  CONNECTIONS_MANY,
  NOISE_SHARE,
  type Options,
  QUIET_TIMEOUT_MS,
  REPEATS_MAX,
  WARM_UP_SECONDS,
} from '../plan.js';
import { untilQuiet } from '../process/accounting.js';
import type { Progress } from '../report/progress.js';
import type { Target } from '../targets/target.js';
import type { BenchProcesses } from './bench-processes.js';
import type { CallBooks } from './call-books.js';
import { callPlan, measureCalls, type MeasureOptions } from './measure-calls.js';
import type { Measurement } from './measurement.js';
import type { Subject } from './subjects.js';

export interface RoundTools {
  readonly options: Options;
  readonly progress: Progress;
  readonly bench: BenchProcesses;
  readonly books: CallBooks;
}

type CallKind = Pick<MeasureOptions, 'isStreaming' | 'connections' | 'frames'>;

const CALLS: readonly CallKind[] = [false, true].flatMap((isStreaming) =>
  CONNECTIONS.map((connections) => ({ isStreaming, connections, frames: null })),
);

/**
 * All subjects in turns, for each kind of call and round after round: whatever the machine does, it
 * does it to all of them.
 */
export async function measureRounds(
  tools: RoundTools,
  subjects: readonly Subject[],
): Promise<Measurement[]> {
  const { options, progress } = tools;
  const measurements: Measurement[] = [];
  const turns = turnsOf(options, subjects);
  progress.expect(options.rounds * turns.length);
  for (let round = 1; round <= options.rounds; round++) {
    progress.say(`round ${round} · warming up`);
    for (const subject of new Set(turns.map((turn) => turn.subject)))
      await warmUp(tools, subject, round);
    for (const { subject, ...what } of turns) {
      progress.step(`round ${round} · ${subject.name} · ${labelOf(what)}`);
      const { seconds } = options;
      measurements.push(await measureOne(tools, subject, { ...what, round, seconds }));
    }
  }
  return measurements;
}

/**
 * One round: A B C, and with two turns A B C C B A, for each kind of call. Backwards, so that neither
 * of two always comes after the other, whose database may still be at work.
 */
function turnsOf({ turns, kinds, lengths }: Options, subjects: readonly Subject[]) {
  const inTurns = (kind: CallKind, concerned: readonly Subject[]) =>
    Array.from({ length: turns }, (_, turn) =>
      (turn % 2 === 0 ? concerned : concerned.toReversed()).map((subject) => ({
        subject,
        turn,
        ...kind,
      })),
    ).flat();
  const usual = CALLS.filter(({ isStreaming }) =>
    kinds.includes(isStreaming ? 'streams' : 'whole'),
  );
  // The mock upstream has no account, and its echo only the length of its prompt.
  const long = subjects.filter(({ target, prompt }) => target.child && prompt === 'plain');
  return [
    ...usual.flatMap((kind) => inTurns(kind, subjects)),
    ...(kinds.includes('lengths') ? lengths : []).flatMap((frames) =>
      inTurns({ isStreaming: true, connections: CONNECTIONS_MANY, frames }, long),
    ),
  ];
}

/** Repeats, when asked to be patient, what something else has disturbed. */
async function measureOne(
  { options, bench, books }: RoundTools,
  subject: Subject,
  what: MeasureOptions,
): Promise<Measurement> {
  for (let tries = 1; ; tries++) {
    if (options.isPatient) await untilQuiet(QUIET_TIMEOUT_MS);
    const measured = await measureCalls(bench, subject, what);
    books.add(subject.target, measured);
    const isQuiet = (measured.othersCoreShare ?? 0) < NOISE_SHARE;
    if (isQuiet || !options.isPatient || tries === REPEATS_MAX) return measured;
  }
}

/** Both kinds of call, so that neither is measured while its code is still being compiled. */
async function warmUp(
  { options, bench, books }: RoundTools,
  subject: Subject,
  round: number,
): Promise<void> {
  const { first, later, smoke } = WARM_UP_SECONDS;
  const otherwise = round === 1 ? first : later;
  const seconds = (options.isSmoke ? smoke : otherwise) / 2;
  for (const isStreaming of [false, true]) {
    await bench.setFrames(PLAIN_PIECES.length);
    const plan = callPlan(subject, isStreaming);
    const warmed = await bench.measure(plan, CONNECTIONS_MANY, seconds);
    books.add(subject.target, warmed);
    if (warmed.calls === 0) throw unusable(subject.target, warmed.faults);
  }
}

/** A target that answers nothing need not be measured; its last words say more. */
function unusable({ name, child }: Target, faults: readonly string[]): Error {
  const what = `answers no call (${faults.join('; ')})`;
  return child ? child.fault(what) : new Error(`${name} ${what}`);
}

const labelOf = ({ isStreaming, connections, frames }: CallKind): string =>
  `${isStreaming ? `streams${frames === null ? '' : ` of ${frames} frames`}` : 'whole answers'}, ${connections} connection${connections > 1 ? 's' : ''}`;
