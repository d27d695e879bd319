import type { JsonDocument, Steps } from '#kernel';

const STEP_NODES = 8_192; // A body of fewer values is read in one step.

/** What is made of a body, in this order. Generators do nothing before it is their turn. */
export interface Readings<Asked, Expected> {
  /** Cheap, and refuses what is no request of the format. */
  readonly ask: (document: JsonDocument) => Asked;
  readonly check?: Steps<void>;
  readonly expect: Steps<Expected>;
}

/** Reads a conversation's body, a large one in several steps. @throws what the readings throw */
export function* readSteps<Asked, Expected>(
  document: JsonDocument,
  { ask, check, expect }: Readings<Asked, Expected>,
): Steps<{ readonly asked: Asked; readonly expected: Expected }> {
  const isLarge = document.nodes > STEP_NODES;
  if (isLarge) yield;
  const asked = ask(document);
  if (isLarge) yield;
  if (check) yield* check;
  if (check && isLarge) yield;
  return { asked, expected: yield* expect };
}
