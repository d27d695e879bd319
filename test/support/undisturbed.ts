const TICK_MS = 10;

/**
 * How long work takes, in milliseconds, but for the time in which the machine let this process wait. So a bound
 * holds beside whatever else runs.
 */
export async function undisturbedMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  const [, lostMs] = await withLostMs(work);
  return performance.now() - startedMs - lostMs;
}

/**
 * What work results in, and how long the machine let this process wait meanwhile: timers come late then, and the
 * process has used no processor.
 */
export async function withLostMs<Result>(
  work: () => Promise<Result>,
): Promise<readonly [result: Result, lostMs: number]> {
  let lostMs = 0;
  let last = reading();
  const look = (): void => {
    const now = reading();
    lostMs += Math.max(0, now.ms - last.ms - Math.max(TICK_MS, now.busyMs - last.busyMs));
    last = now;
  };
  const ticking = setInterval(look, TICK_MS);
  try {
    return [await work(), lostMs];
  } finally {
    clearInterval(ticking);
  }
}

function reading(): { readonly ms: number; readonly busyMs: number } {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), busyMs: (user + system) / 1_000 };
}
