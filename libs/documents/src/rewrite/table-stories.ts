import { columnHeads } from './column-heads.js';
import { Story, type Slot } from './story.js';

export interface TableCell {
  readonly column: number;
  readonly slots: readonly Slot[];
}

/**
 * A table as texts, a row each: every cell reads with the head of its column in front, as a form does, because by
 * itself nothing tells that `Whitcombe` or `901820` is what it is.
 */
export function tableStories(rows: Iterable<readonly TableCell[]>): readonly Story[] {
  const stories: Story[] = [];
  let heads: ReadonlyMap<number, string> | null = null;
  for (const row of rows) {
    const story = new Story();
    for (const { column, slots } of row) {
      const head = heads?.get(column);
      if (head !== undefined) story.part(head);
      for (const slot of slots) story.add(slot);
      story.part('\n');
    }
    stories.push(story);
    heads ??= headsOf(row);
  }
  return stories;
}

function headsOf(row: readonly TableCell[]): ReadonlyMap<number, string> {
  const heads = columnHeads(row.map(({ slots }) => slots.map(({ text }) => text).join('')));
  return new Map(
    row.flatMap(({ column }, index) => {
      const head = heads[index];
      return head === undefined ? [] : [[column, head] as const];
    }),
  );
}
