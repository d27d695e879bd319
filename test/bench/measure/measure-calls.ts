import {
  FINDINGS_ANSWER,
  FINDINGS_PROMPT,
  PLAIN_ANSWER,
  PLAIN_PIECES,
  PLAIN_PROMPT,
  requestBody,
  streamedAnswer,
} from '../conversation.js';
import type { CallPlan } from '../load/protocol.js';
import { busySeconds, cpuSeconds, cpuSecondsOfTree, untilIdle } from '../process/accounting.js';
import type { Target } from '../targets/target.js';
import type { BenchProcesses } from './bench-processes.js';
import type { Measurement } from './measurement.js';
import type { Subject } from './subjects.js';

const REST_TIMEOUT_MS = 20_000; // A gateway that needs longer to settle than to serve is overrun.

export interface MeasureOptions {
  readonly round: number;
  readonly turn: number;
  readonly isStreaming: boolean;
  readonly connections: number;
  readonly frames: number | null;
  readonly seconds: number;
}

export async function measureCalls(
  bench: BenchProcesses,
  subject: Subject,
  { round, turn, isStreaming, connections, frames, seconds }: MeasureOptions,
): Promise<Measurement> {
  const account = accountOf(subject.target);
  await bench.setFrames(frames ?? PLAIN_PIECES.length);
  const before = account();
  const mockBefore = bench.mockCpuSeconds();
  const busyBefore = busySeconds();
  const load = await bench.measure(callPlan(subject, isStreaming, frames), connections, seconds);
  const atEnd = account();
  const mockAtEnd = bench.mockCpuSeconds();
  const busyAtEnd = busySeconds();
  const restSeconds = await untilIdle(() => account().total, REST_TIMEOUT_MS);
  const rested = account();
  const perCall = (from: number | null, to: number | null) =>
    from === null || to === null || load.calls === 0 ? null : ((to - from) * 1e6) / load.calls;
  const share = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / load.seconds;
  const mockShare = share(mockBefore, mockAtEnd);
  const benchCoreShare = mockShare === null ? null : mockShare + load.cpuSeconds / load.seconds;
  const busyShare = share(busyBefore, busyAtEnd);
  const accountedShare = (benchCoreShare ?? 0) + (share(before.total, atEnd.total) ?? 0);
  return {
    subject: subject.name,
    round,
    turn,
    isStreaming,
    connections,
    frames,
    calls: load.calls,
    failures: load.failures,
    faults: load.faults,
    callsPerSecond: load.calls / load.seconds,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    firstTokenP50Ms: load.firstTokenP50Ms,
    firstTokenP99Ms: load.firstTokenP99Ms,
    cpuUsPerCall: perCall(before.own, rested.own),
    databaseCpuUsPerCall: perCall(before.database, rested.database),
    restSeconds,
    targetCoreShare: share(before.own, atEnd.own),
    benchCoreShare,
    othersCoreShare: busyShare === null ? null : Math.max(0, busyShare - accountedShare),
  };
}

export function callPlan(
  { target, prompt, format, headers }: Subject,
  isStreaming: boolean,
  frames: number | null = null,
): CallPlan {
  const [model, text, expected] =
    prompt === 'plain'
      ? (['small', PLAIN_PROMPT, frames === null ? PLAIN_ANSWER : streamedAnswer(frames)] as const)
      : (['echo', FINDINGS_PROMPT, FINDINGS_ANSWER] as const);
  return {
    port: target.port,
    format,
    headers: { ...target.headers, ...headers },
    body: requestBody(format, target.modelName(model), text, isStreaming).toString(),
    isStreaming,
    expected,
  };
}

interface Account {
  readonly own: number | null;
  readonly database: number | null;
  readonly total: number | null;
}

const accountOf = (target: Target) => (): Account => {
  const own = target.child ? cpuSeconds(target.child.pid) : null;
  const database = target.databasePid === undefined ? null : cpuSecondsOfTree(target.databasePid);
  return { own, database, total: own === null ? null : own + (database ?? 0) };
};
