import type { RunnerTask } from 'vitest';
import { addRow } from '../support/table.js';

export interface FaultRow {
  readonly fault: string;
  /** What was open when it struck, such as "20 callers". */
  readonly inFlight: string;
  readonly served: number;
  readonly refused: number;
  readonly slowestRefusalMs?: number;
  /** Calls that ended in another way: interrupted, or without an answer. */
  readonly interrupted: number;
  readonly holdsLeft: number;
  readonly findings: number;
}

/** One line of the table; whether it is as it should be is for the test to say. */
export function addFault(task: RunnerTask, row: FaultRow): void {
  addRow(task, {
    fault: row.fault,
    'in flight': row.inFlight,
    served: row.served,
    refused: row.refused,
    'slowest refusal': row.slowestRefusalMs ? `${Math.round(row.slowestRefusalMs)} ms` : '',
    interrupted: row.interrupted,
    'holds left': row.holdsLeft,
    'fsck findings': row.findings,
  });
}
