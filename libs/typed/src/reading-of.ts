import { TASKS, type RequestReading, type Task } from '#call';
import { assert } from '#kernel';
import type { RouterResult } from '#local-models';

/** What a router says, by the names of its labels. */
export function readingOf({ task, reasoning, complexity }: RouterResult): RequestReading {
  const [trivial, simple, moderate, hard] = complexity;
  assert(
    trivial !== undefined && simple !== undefined && moderate !== undefined && hard !== undefined,
    'a router reads four levels',
  );
  const shares = TASKS.map((name, at) => [name, task[at] ?? 0] as const);
  return {
    task: Object.fromEntries(shares) as Record<Task, number>,
    reasoning,
    complexity: [trivial, simple, moderate, hard],
  };
}
