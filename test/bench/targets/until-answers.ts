import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../process/child.js';

const POLL_MS = 50;

/** @throws Error with the child's last words when it ends or does not answer 200 in time */
export async function untilAnswers(child: Child, url: string, timeoutMs: number): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (performance.now() < deadlineMs) {
    if (!child.isRunning) throw child.fault('ended while it started');
    const isReady = await fetch(url).then(
      (response) => response.body?.cancel().then(() => response.status === 200),
      () => false,
    );
    if (isReady) return;
    await sleep(POLL_MS);
  }
  throw child.fault(`did not answer 200 on ${url} within ${timeoutMs} ms`);
}
