import type { FoundValue } from '#call';
import type { Edit } from '../rewrite/edit.js';
import type { TagBook } from './tag-book.js';
import { withoutForeignTags } from './tag-book.js';

/** What is put in a text: tags for its values, and other signs for what only looks like a tag. */
export function editsOf(
  text: string,
  found: readonly FoundValue[],
  tags: TagBook,
): readonly Edit[] {
  const edits: Edit[] = found.map((value) => ({
    start: value.start,
    end: value.end,
    text: tags.tagOf(value),
  }));
  const escaped = withoutForeignTags(text);
  if (escaped === text) return edits;
  const covered = (at: number): boolean => {
    while (next < found.length && (found[next] as FoundValue).end <= at) next++;
    return (found[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    if (escaped[at] === text[at] || covered(at)) continue;
    edits.push({ start: at, end: at + 1, text: escaped[at] as string });
  }
  return edits.toSorted((a, b) => a.start - b.start);
}
