import { BenchProcesses } from './measure/bench-processes.js';
import { callPlan, measureCalls, type Subject } from './measure/measure-calls.js';
import { measureStreams } from './measure/measure-streams.js';
import type { Measurement, MemoryMeasurement, StreamsMeasurement } from './measure/measurement.js';
import {
  CONNECTIONS,
  CONNECTIONS_MANY,
  OPEN_STREAMS,
  OPEN_STREAMS_SMOKE,
  type Options,
  WARM_UP_SECONDS,
} from './plan.js';
import { memoryMbOfTree, memoryOf } from './process/accounting.js';
import type { Progress } from './report/progress.js';
import { startTargets, type Targets } from './targets/start-targets.js';
import type { Target } from './targets/target.js';
import { type Books, verifyOurs } from './targets/verify-ours.js';

export interface Results {
  readonly measurements: readonly Measurement[];
  readonly memory: readonly MemoryMeasurement[];
  readonly streams: StreamsMeasurement | null;
  readonly books: Books | null;
  /** What makes a run worthless: failed calls, counters that disagree, leaked values. */
  readonly faults: readonly string[];
}

/** Everything is started once, measured in turns (A B C A B C), and checked at the end. */
export async function run(options: Options, progress: Progress): Promise<Results> {
  const interruption = interrupted();
  const bench = await BenchProcesses.start();
  let targets: Targets | undefined;
  try {
    progress.say('starting the targets');
    targets = await startTargets(options, bench.upstreamPort);
    const measured = measureAll(options, progress, bench, targets);
    return await Promise.race([measured, interruption]);
  } finally {
    await targets?.stop();
    await targets?.ours?.discard();
    await bench.stop();
  }
}

/** Ctrl-C: rejects, so that what was started is stopped and nothing is left behind. */
function interrupted(): Promise<never> {
  const interruption = new Promise<never>((_, reject) => {
    // Not `once`: npm passes on what the terminal has sent already, and a second must not kill.
    process.on('SIGINT', () => reject(new Error('Interrupted.')));
  });
  interruption.catch(() => undefined); // Nobody listens yet while the targets start.
  return interruption;
}

async function measureAll(
  options: Options,
  progress: Progress,
  bench: BenchProcesses,
  targets: Targets,
): Promise<Results> {
  const { all, ours } = targets;
  const books = new CallBooks();
  const measurements: Measurement[] = [];
  const subjects = subjectsOf(all);
  progress.expect(options.rounds * subjects.length * CONNECTIONS.length * 2);
  for (let round = 1; round <= options.rounds; round++) {
    for (const subject of subjects) {
      const warmed = await warmUp(bench, subject, round, options);
      books.add(subject.target, warmed);
      if (warmed.calls === 0) throw unusable(subject.target, warmed.faults);
      for (const isStreaming of [false, true]) {
        for (const connections of CONNECTIONS) {
          progress.step(`round ${round} · ${subject.name} · ${labelOf(isStreaming, connections)}`);
          const measured = await measureCalls(bench, subject, {
            round,
            isStreaming,
            connections,
            seconds: options.seconds,
          });
          measurements.push(measured);
          books.add(subject.target, measured);
        }
      }
    }
  }
  const memory = all.flatMap(memoryOfTarget);
  let streams: StreamsMeasurement | null = null;
  if (ours) {
    const plan = options.isSmoke ? OPEN_STREAMS_SMOKE : OPEN_STREAMS;
    progress.say(`${plan.streams} open streams`);
    streams = await measureStreams(bench, ours, plan);
    books.add(ours, { ...streams, calls: streams.ended });
  }
  const { leaks } = await bench.mockCounters();
  progress.say('stopping the targets');
  const hasStoppedWell = (await ours?.child?.stop()) ?? true;
  const verified = ours ? await verifyOurs(ours, books.callsOf(ours)) : null;
  return {
    measurements,
    memory,
    streams,
    books: verified?.books ?? null,
    faults: [
      ...books.faults,
      ...(leaks > 0 ? [`ours: ${leaks} requests carried a value that must be kept back`] : []),
      ...(hasStoppedWell ? [] : ['ours: did not stop cleanly']),
      ...(verified?.faults ?? []),
    ],
  };
}

/** Calls by target, warm-ups included: what the records of ours must agree with. */
class CallBooks {
  readonly faults: string[] = [];
  private readonly calls = new Map<Target, number>();

  add(
    target: Target,
    { calls, failures, faults }: { calls: number; failures: number; faults: readonly string[] },
  ): void {
    this.calls.set(target, this.callsOf(target) + calls);
    if (failures > 0) this.faults.push(`${target.name}: ${failures} failed calls`, ...faults);
  }

  callsOf(target: Target): number {
    return this.calls.get(target) ?? 0;
  }
}

const subjectsOf = (targets: readonly Target[]): Subject[] =>
  targets.flatMap((target): Subject[] =>
    target.name === 'ours'
      ? [
          { name: 'ours', target, prompt: 'plain' },
          { name: 'ours-findings', target, prompt: 'findings' },
        ]
      : [{ name: target.name, target, prompt: 'plain' }],
  );

/** Both kinds of call, so that neither is measured while its code is still being compiled. */
async function warmUp(
  bench: BenchProcesses,
  subject: Subject,
  round: number,
  { isSmoke }: Options,
): Promise<{ calls: number; failures: number; faults: readonly string[] }> {
  const { first, later, smoke } = WARM_UP_SECONDS;
  const otherwise = round === 1 ? first : later;
  const seconds = (isSmoke ? smoke : otherwise) / 2;
  const whole = await bench.measure(callPlan(subject, false), CONNECTIONS_MANY, seconds);
  const streamed = await bench.measure(callPlan(subject, true), CONNECTIONS_MANY, seconds);
  return {
    calls: whole.calls + streamed.calls,
    failures: whole.failures + streamed.failures,
    faults: [...whole.faults, ...streamed.faults],
  };
}

/** A target that answers nothing need not be measured; its last words say more. */
function unusable({ name, child }: Target, faults: readonly string[]): Error {
  const what = `answers no call (${faults.join('; ')})`;
  return child ? child.fault(what) : new Error(`${name} ${what}`);
}

function memoryOfTarget({ name, child, databasePid }: Target): MemoryMeasurement[] {
  const memory = child ? memoryOf(child.pid) : null;
  if (!memory) return [];
  const databaseMb = databasePid === undefined ? null : memoryMbOfTree(databasePid);
  return [{ subject: name, ...memory, databaseMb }];
}

const labelOf = (isStreaming: boolean, connections: number): string =>
  `${isStreaming ? 'streams' : 'whole answers'}, ${connections} connection${connections > 1 ? 's' : ''}`;
