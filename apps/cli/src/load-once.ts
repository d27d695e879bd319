import { SystemClock } from '#kernel';
import { TypedModelProcesses, type TypedKind } from '#local-models';

/**
 * Loads a model as a start of the gateway does, which tries it, and ends its process.
 * @param pinned sums of weights, of which it must have one; none: any
 * @throws UnusableLocalModel
 */
export async function loadOnce(kind: TypedKind, folder: string, pinned: readonly string[] = []) {
  const options = { kind, folder, pinned, processesMax: 1, threads: 1, clock: new SystemClock() };
  const processes = new TypedModelProcesses(options);
  try {
    return await processes.start();
  } finally {
    await processes.stop();
  }
}
