import type { Cancellation } from './cancellation.js';

/** Work that can rest: each `next` goes on for about a millisecond at most. */
export type Steps<Result> = Generator<undefined, Result>;

/**
 * What all sliced work together may take of one turn of the event loop. The step that is under way at its
 * end goes on, and with it a turn stays under eight milliseconds.
 */
const TURN_MS = 4;

/** When nobody waits for a result any more. */
export type Ending = Pick<Cancellation, 'reason'>;

/** Of work that is done whoever is still there: what was paid for is read, and a refusal is recorded. */
export const NEVER_ENDED: Ending = { reason: undefined };

interface Task {
  /** @returns whether it has ended */
  step(): boolean;
}

const waiting: Task[] = [];

/**
 * Runs steps to their end: at once if they are short, else in turns with everything else that happens.
 * All such work shares the turns, however many large bodies come in at a time.
 *
 * @param ended nobody waits for the result any more; rejects with its reason
 */
export function runInSlices<Result>(steps: Steps<Result>, ended: Ending): Result | Promise<Result> {
  const first = steps.next(); // Most work is done with its first step.
  if (first.done) return first.value;
  return new Promise((resolve, reject) => {
    const step = (): boolean => {
      try {
        if (ended.reason) throw ended.reason;
        const next = steps.next();
        if (next.done) resolve(next.value);
        return next.done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    };
    if (waiting.push({ step }) === 1) setImmediate(takeTurn);
  });
}

/** Runs steps to their end without a rest, where their work is known to be small. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

function takeTurn(): void {
  const endMs = performance.now() + TURN_MS;
  do {
    const task = waiting[0] as Task;
    if (task.step()) waiting.shift();
    else if (waiting.length > 1) waiting.push(waiting.shift() as Task);
  } while (waiting.length > 0 && performance.now() < endMs);
  if (waiting.length > 0) setImmediate(takeTurn);
}
