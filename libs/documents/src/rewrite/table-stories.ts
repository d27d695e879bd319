import { columnHeads } from './column-heads.js';
import { gluedCells } from './letter-cells.js';
import { Story, withoutBlanks, type Slot } from './story.js';

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
    const isGlued = gluedCells(row.map(textOf));
    const isSpelled = isGlued.includes(true);
    for (const [index, { column, slots }] of row.entries()) {
      const head = heads?.get(column);
      if (isGlued[index]) story.glue();
      else if (head !== undefined) story.part(head);
      for (const slot of slots) story.add(isSpelled ? withoutBlanks(slot) : slot);
      story.loosen();
      story.part('\n');
    }
    stories.push(story);
    heads ??= isSpelled ? NO_HEADS : headsOf(row);
  }
  return stories;
}

const NO_HEADS: ReadonlyMap<number, string> = new Map();

function headsOf(row: readonly TableCell[]): ReadonlyMap<number, string> {
  const heads = columnHeads(row.map(textOf));
  return new Map(
    row.flatMap(({ column }, index) => {
      const head = heads[index];
      return head === undefined ? [] : [[column, head] as const];
    }),
  );
}

const textOf = ({ slots }: TableCell): string => slots.map(({ text }) => text).join('');
