import type { RunnerTask } from 'vitest';

/** Where in the matrix a test stands, for the table at the end of the run. */
export interface Place {
  readonly client: string;
  readonly family: string;
  readonly name: string;
}

declare module 'vitest' {
  interface TaskMeta {
    place?: Place;
    /** Cells that cannot exist, by their reason. */
    missing?: readonly string[];
  }
}

/** @param task of the test's context: `it('…', ({ task }) => …)` */
export function placeAt(task: RunnerTask, place: Place): void {
  task.meta.place = place;
}
