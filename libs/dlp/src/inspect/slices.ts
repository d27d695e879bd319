import { setImmediate } from 'node:timers/promises';

/**
 * Runs steps to their end: at once if they fit one slice, else with the event loop's turn between
 * slices, so that one large body does not make all other calls wait.
 */
export function runInSlices<Result>(steps: Generator<undefined, Result>): Result | Promise<Result> {
  const first = steps.next();
  return first.done ? first.value : runOn(steps);
}

async function runOn<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    await setImmediate();
    const next = steps.next();
    if (next.done) return next.value;
  }
}
