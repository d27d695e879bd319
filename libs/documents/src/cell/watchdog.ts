/** A thread beside the work in a cell, which no loop and no allocation of the work can stop. */
import { workerData } from 'node:worker_threads';
import { CELL_BYTES_MARGIN, CELL_BYTES_MAX, CELL_WATCH_MS } from '../limits.js';
import { OUT_OF_TIME, type Budget } from './budget.js';

const { cells } = workerData as { readonly cells: Budget };
const launcherPid = process.ppid;

// Between two readings nothing is to be done, and the thread has nothing else to do.
for (;;) {
  Atomics.wait(cells, 2, 0, CELL_WATCH_MS);
  const isOrphan = process.ppid !== launcherPid;
  if (isOrphan || process.memoryUsage.rss() > CELL_BYTES_MAX - CELL_BYTES_MARGIN)
    process.kill(process.pid, 'SIGKILL');
  const untilMs = Atomics.load(cells, 0);
  const { user, system } = process.cpuUsage();
  if (untilMs > 0 && (user + system) / 1_000 > untilMs) process.kill(process.pid, OUT_OF_TIME);
}
