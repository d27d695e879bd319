import { BenchProcesses } from './measure/bench-processes.js';
import { CallBooks } from './measure/call-books.js';
import { measureRounds } from './measure/measure-rounds.js';
import { measureStreams } from './measure/measure-streams.js';
import type { Measurement, MemoryMeasurement, StreamsMeasurement } from './measure/measurement.js';
import { subjectsOf } from './measure/subjects.js';
import { type Options, streamsPlanOf } from './plan.js';
import { memoryMbOfTree, memoryOf } from './process/accounting.js';
import type { Progress } from './report/progress.js';
import { startTargets, type Targets } from './targets/start-targets.js';
import type { Target } from './targets/target.js';
import type { Books, RowBooks } from './targets/compare-books.js';
import { verifyBefore } from './targets/verify-before.js';
import { verifyOurs } from './targets/verify-ours.js';

export interface Results {
  readonly measurements: readonly Measurement[];
  readonly memory: readonly MemoryMeasurement[];
  readonly streams: readonly StreamsMeasurement[];
  readonly books: Books | null;
  readonly booksBefore: RowBooks | null;
  /** What makes a run worthless: failed calls, counters that disagree, leaked values. */
  readonly faults: readonly string[];
}

/** Where data protection alone is measured. */
export const NO_CALLS: Results = {
  measurements: [],
  memory: [],
  streams: [],
  books: null,
  booksBefore: null,
  faults: [],
};

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
  { all, gateways }: Targets,
): Promise<Results> {
  const books = new CallBooks();
  const subjects = subjectsOf(all, gateways);
  const measurements = await measureRounds({ options, progress, bench, books }, subjects);
  const memory = all.flatMap(memoryOfTarget);
  const streams: StreamsMeasurement[] = [];
  const held = gateways.filter(({ name }) => name !== 'caching');
  for (const gateway of options.kinds.includes('open') ? held : []) {
    const plan = streamsPlanOf(options);
    progress.say(`${gateway.name} · ${plan.streams} open streams`);
    const measured = await measureStreams(bench, gateway, plan);
    books.add(gateway, { ...measured, calls: measured.ended });
    streams.push(measured);
  }
  const { leaks } = await bench.mockCounters();
  progress.say('checking the records');
  const before = gateways.find(({ name }) => name === 'before');
  const ours = gateways.find(({ name }) => name === 'ours');
  const verifiedBefore = before ? await verifyBefore(before, books.callsOf(before)) : null;
  const hasStoppedWell = (await ours?.child?.stop()) ?? true;
  const verified = ours ? await verifyOurs(ours, books.callsOf(ours)) : null;
  const caching = gateways.find(({ name }) => name === 'caching');
  await caching?.child?.stop();
  const cached = caching ? await verifyOurs(caching, books.callsOf(caching)) : null;
  return {
    measurements,
    memory,
    streams,
    books: verified?.books ?? null,
    booksBefore: verifiedBefore?.books ?? null,
    faults: [
      ...books.faults,
      ...(leaks > 0 ? [`${leaks} requests carried a value that must be kept back`] : []),
      ...(hasStoppedWell ? [] : ['ours: did not stop cleanly']),
      ...(verified?.faults ?? []).map((fault) => `ours: ${fault}`),
      ...(cached?.faults ?? []).map((fault) => `caching: ${fault}`),
      ...(verifiedBefore?.faults ?? []).map((fault) => `before: ${fault}`),
    ],
  };
}

function memoryOfTarget({ name, child, databasePid }: Target): MemoryMeasurement[] {
  const memory = child ? memoryOf(child.pid) : null;
  if (!memory) return [];
  const databaseMb = databasePid === undefined ? null : memoryMbOfTree(databasePid);
  return [{ subject: name, ...memory, databaseMb }];
}
