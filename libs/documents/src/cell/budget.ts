import { STEP_CPU_MS_MAX, type StepName } from '../limits.js';

/** What a cell that took too long is ended with; no core is dumped, which would hold a document. */
export const OUT_OF_TIME = 'SIGUSR2';

/** Shared with the watchdog: milliseconds of processor that the process may have had; 0 while it rests. */
export type Budget = Int32Array<SharedArrayBuffer>;

export const newBudget = (): Budget => new Int32Array(new SharedArrayBuffer(12));

export function startStep(budget: Budget, step: StepName): void {
  const { user, system } = process.cpuUsage();
  Atomics.store(budget, 0, Math.ceil((user + system) / 1_000) + STEP_CPU_MS_MAX[step]);
}

export const endStep = (budget: Budget): void => void Atomics.store(budget, 0, 0);
