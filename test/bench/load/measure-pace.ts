import { Caller, type CallReport } from './caller.js';
import { openAll } from './open-all.js';
import type { CallPlan, LoadResult } from './protocol.js';
import { Tally } from './tally.js';

const TICK_MS = 1;

/**
 * Calls that begin at their time, so many a second, whether or not earlier ones were answered. One for which no
 * connection was free has waited, and that counts: whoever is slow cannot make its own load lighter.
 */
export async function measurePace(
  plan: CallPlan,
  connections: number,
  seconds: number,
  perSecond: number,
): Promise<LoadResult> {
  let tally = new Tally();
  const idle: Caller[] = [];
  const waiting: number[] = []; // When each of them was due.
  const lateMs = new Map<Caller, number>();
  const over = Promise.withResolvers<void>();
  const all = Math.round(seconds * perSecond);
  let done = 0;
  const begin = (caller: Caller, dueMs: number) => {
    lateMs.set(caller, Math.max(0, performance.now() - dueMs));
    caller.call();
  };
  const callers = Array.from({ length: connections }, () => {
    const next = (report: CallReport) => {
      tally.add({ ...report, latencyMs: report.latencyMs + (lateMs.get(caller) ?? 0) });
      if (++done === all) over.resolve();
      const dueMs = waiting.shift();
      if (dueMs === undefined) idle.push(caller);
      else begin(caller, dueMs);
    };
    const caller: Caller = new Caller(plan, next);
    return caller;
  });
  if (await openAll(callers, tally)) {
    tally = new Tally();
    idle.push(...callers);
    const startedMs = performance.now();
    let due = 0;
    const timer = setInterval(() => {
      for (; due < all; due++) {
        const dueMs = startedMs + (due * 1_000) / perSecond;
        if (dueMs > performance.now()) return;
        const caller = idle.pop();
        if (caller) begin(caller, dueMs);
        else waiting.push(dueMs);
      }
      clearInterval(timer);
    }, TICK_MS);
    await over.promise;
  }
  const result = tally.result();
  for (const caller of callers) caller.close();
  return result;
}
