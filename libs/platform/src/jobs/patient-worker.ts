import { type Clock, SystemClock } from '#kernel';
import type { BackendWorker } from './job-backend.js';

const FAULT_PAUSE_MS = 1_000;

/** How BullMQ's worker asks for its next job; protected, for classes that are derived. */
interface Asking {
  moveToActive(token: string, name?: string): Promise<unknown>;
}

/**
 * BullMQ's worker asks for its next job at once where a server answered with a fault: with a core in
 * full use, and, where a fault is remembered and no round trip lies between, without ever letting go of
 * the event loop. The one that is given back waits first.
 * @param worker just made, so that it has not asked yet
 */
export function patient(worker: BackendWorker, clock: Clock = new SystemClock()): BackendWorker {
  const over = new AbortController();
  const asking = worker as unknown as Asking;
  const ask = asking.moveToActive.bind(worker);
  asking.moveToActive = async (token, name) => {
    try {
      return await ask(token, name);
    } catch (fault) {
      await clock.sleep(FAULT_PAUSE_MS, over.signal);
      throw fault;
    }
  };
  const close = worker.close.bind(worker);
  worker.close = () => {
    over.abort();
    return close();
  };
  return worker;
}
