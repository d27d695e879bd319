import type { Steps } from '#kernel';
import { DISGUISE, ESCAPES } from './decodings.js';
import type { Hints } from './hints.js';
import { wholeOf, type Stretches } from './stretches.js';
import { viewOf, type View } from './view.js';

/** A text with one level of escapes undone, and before it what they are disguised with; empty when there are none. */
export function* undoneOnce(
  read: string,
  parts: Stretches,
  { hasEscapes, hasDisguise }: Hints,
): Steps<readonly View[]> {
  const undisguised = hasDisguise ? yield* viewOf(read, DISGUISE, parts) : null;
  if (!undisguised && !hasEscapes) return [];
  const view = undisguised
    ? yield* viewOf(undisguised.text, ESCAPES, wholeOf(undisguised.text), undisguised.changed)
    : yield* viewOf(read, ESCAPES, parts);
  if (!view) return [];
  return undisguised ? [undisguised, view] : [view];
}
