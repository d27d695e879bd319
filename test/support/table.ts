import type { RunnerTask } from 'vitest';

/** One line of the table that a suite prints at its end; the keys are the columns. */
export type Row = Readonly<Record<string, string | number>>;

declare module 'vitest' {
  interface TaskMeta {
    rows?: Row[];
  }
}

/** @param task of the test's context: `it('…', ({ task }) => …)` */
export function addRow(task: RunnerTask, row: Row): void {
  (task.meta.rows ??= []).push(row);
}
