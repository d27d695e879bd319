import type { Steps } from '#kernel';
import type { Suspicion } from './kinds.js';

/** Of each text, as much as a phrase and what it is sent to are long. */
const END_CHARS = 256;
/** Parts of one content are joined as they are; what reads them as lines parts their words. */
const JOINTS = ['', ' '];

export type Find = (text: string) => Steps<readonly Suspicion[]>;

/**
 * What begins in one text and ends in the next, which a model reads one after the other: its place is in the first.
 * @param find finds what is in one text
 */
export function* findOverEnds(before: string, behind: string, find: Find): Steps<Suspicion | null> {
  const tail = before.slice(-END_CHARS);
  const head = behind.slice(0, END_CHARS);
  for (const joint of JOINTS) {
    const joined = yield* find(tail + joint + head);
    const over = joined.find(
      ({ kind, start, end }) =>
        kind !== 'hidden_unicode' && start < tail.length && end > tail.length + joint.length,
    );
    if (over) {
      const shift = before.length - tail.length;
      return { ...over, start: shift + over.start, end: before.length };
    }
  }
  return null;
}
