import type { StepName } from '../limits.js';

/** What a task is given beside its documents. */
export interface TaskTools<Part> {
  /** Says what comes next, before it begins: its time starts. */
  step(name: StepName): Promise<void>;
  /** Hands out a part of the result; resolves when it is on its way, so that parts do not pile up. */
  tell(part: Part): Promise<void>;
}

/** Runs in a cell. Throws `DocumentFault` for what is wrong with a document. */
export type Task<Options, Part, Result> = (
  documents: readonly Uint8Array[],
  options: Options,
  tools: TaskTools<Part>,
) => Promise<Result>;
