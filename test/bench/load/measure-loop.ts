import { Caller, type CallReport } from './caller.js';
import { openAll } from './open-all.js';
import type { CallPlan, LoadResult } from './protocol.js';
import { Tally } from './tally.js';

/** A target that fails is not measured to the end: the numbers would mean nothing. */
const FAILURES_MAX = 20;

/** A closed loop over keep-alive connections: each makes its next call when it has its answer. */
export async function measureLoop(
  plan: CallPlan,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  let tally = new Tally();
  let deadlineMs = 0;
  const loops: Promise<void>[] = [];
  const callers = Array.from({ length: connections }, () => {
    const over = Promise.withResolvers<void>();
    loops.push(over.promise);
    const proceed = (report: CallReport): void => {
      tally.add(report);
      if (performance.now() >= deadlineMs || tally.failed > FAILURES_MAX) over.resolve();
      else if (report.fault === undefined) caller.call();
      else reopen(caller).catch(over.resolve);
    };
    const caller: Caller = new Caller(plan, proceed);
    return caller;
  });
  if (await openAll(callers, tally)) {
    tally = new Tally(); // The clock starts when all connections stand.
    deadlineMs = performance.now() + seconds * 1_000;
    for (const caller of callers) caller.call();
    await Promise.all(loops);
  }
  const result = tally.result();
  for (const caller of callers) caller.close();
  return result;
}

async function reopen(caller: Caller): Promise<void> {
  caller.close();
  await caller.open();
  caller.call();
}
