import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type CallReport } from './caller.js';
import { openAll } from './open-all.js';
import type { LoadQuestion, StreamsResult } from './protocol.js';
import { Tally } from './tally.js';

const OPENED_AT_ONCE = 50; // Far below what a listening socket lets wait.

/** Opens streams, one per connection, and waits until all of them have ended. */
export async function holdStreams(
  { plan, streams, perSecond }: Extract<LoadQuestion, { readonly kind: 'hold-streams' }>,
  onAllOpen: () => void,
): Promise<StreamsResult> {
  const tally = new Tally();
  const callers: Caller[] = [];
  const ended = Promise.withResolvers<void>();
  let running = streams;
  let open = 0;
  let openAtOnceMax = 0;
  const onReport = (report: CallReport) => {
    tally.add(report);
    if (report.firstTokenMs > 0) open--;
    if (--running === 0) ended.resolve();
  };
  const onFirstToken = () => {
    openAtOnceMax = Math.max(openAtOnceMax, ++open);
    if (open === streams) onAllOpen();
  };
  while (callers.length < streams) {
    const count = Math.min(OPENED_AT_ONCE, streams - callers.length);
    const next = Array.from({ length: count }, () => new Caller(plan, onReport, onFirstToken));
    callers.push(...next);
    if (await openAll(next, tally)) for (const caller of next) caller.call();
    else ended.resolve(); // Those will never report, so the rest is not waited for.
    await sleep((1_000 * count) / perSecond);
  }
  await ended.promise;
  for (const caller of callers) caller.close();
  return { ...tally.result(), openAtOnceMax };
}
