import { setTimeout as sleep } from 'node:timers/promises';
import { PLAIN_PROMPT, requestBody, streamedAnswer } from '../conversation.js';
import type { StreamsPlan } from '../plan.js';
import { memoryMbOfTree, memoryOf } from '../process/accounting.js';
import type { Target } from '../targets/target.js';
import type { BenchProcesses } from './bench-processes.js';
import type { StreamsMeasurement } from './measurement.js';

const SAMPLE_MS = 500;

/** Many streams open at once, each with a frame a second: what do they take of memory? */
export async function measureStreams(
  bench: BenchProcesses,
  target: Target,
  plan: StreamsPlan,
): Promise<StreamsMeasurement> {
  const nowMb = () => (target.child ? (memoryOf(target.child.pid)?.nowMb ?? null) : null);
  const beforeMb = nowMb();
  const { allOpen, ended } = await bench.holdStreams(
    {
      port: target.port,
      format: 'chat',
      headers: target.headers,
      body: requestBody('chat', target.modelName('slow'), PLAIN_PROMPT, true).toString(),
      isStreaming: true,
      expected: streamedAnswer(plan.frames),
    },
    plan,
  );
  const over = new AbortController();
  const result = ended.finally(() => over.abort());
  // When some streams fail or wait they are never all open; the result says why.
  await Promise.race([allOpen, result]);
  const samples: number[] = [];
  let databaseMb: number | null = null;
  while (!over.signal.aborted) {
    const sample = nowMb();
    if (sample !== null) samples.push(sample);
    if (target.databasePid !== undefined) databaseMb = memoryMbOfTree(target.databasePid);
    await Promise.race([sleep(SAMPLE_MS), result]);
  }
  const { calls, failures, faults, openAtOnceMax } = await result;
  const areAllOpen = openAtOnceMax === plan.streams;
  return {
    subject: target.name,
    streams: plan.streams,
    ended: calls,
    failures,
    faults: areAllOpen ? faults : [tooFew(openAtOnceMax, plan), ...faults],
    openMb: areAllOpen && samples.length > 0 ? Math.max(...samples) : null,
    beforeMb,
    databaseMb,
  };
}

const tooFew = (open: number, { streams }: StreamsPlan): string =>
  `Only ${open} of ${streams} streams were ever open at once. Either the target opens no more connections to one upstream, or a process may not open more files.`;
