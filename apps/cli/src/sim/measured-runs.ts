import type { Setting } from './setting.js';

/** What `npm run bench:ledger` really came to. */
export interface MeasuredRun {
  readonly store: Setting['store'];
  readonly organisations: number;
  /** That call again as soon as their call is recorded. */
  readonly callers: number;
  readonly callsPerSecond: number;
}

/**
 * One process, two cores with PostgreSQL, Redis and the sealer on them, in the moments when nothing else
 * was at work there (less than 0.3 of a core). Nothing larger was run; 50 organisations on Redis met no
 * such moment.
 */
export const MEASURED_RUNS: readonly MeasuredRun[] = [
  { store: 'postgres', organisations: 1, callers: 200, callsPerSecond: 5_350 },
  { store: 'postgres', organisations: 50, callers: 200, callsPerSecond: 4_666 },
  { store: 'redis', organisations: 1, callers: 200, callsPerSecond: 5_889 },
];
