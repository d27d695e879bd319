import type { Content } from '../../layout/blocks.js';
import { plainOf, table } from '../words.js';

export interface HtmlCell {
  readonly contents: Content[];
  readonly columns: number;
  readonly rows: number;
}

const SPAN_MAX = 100;

/** @param said number of columns or rows that a cell goes over */
export const spanOf = (said: string | undefined): number =>
  Math.min(SPAN_MAX, Math.max(1, Number.parseInt(said ?? '1', 10) || 1));

/**
 * A table as it is seen. One that only puts things beside each other, as mails have them, is what is in its cells.
 * @param isLayout its maker says so
 */
export function tableContents(
  rows: readonly (readonly HtmlCell[])[],
  isLayout: boolean,
): readonly Content[] {
  const filled = rows.filter((row) => row.length > 0);
  const holdsTables = filled.some((row) =>
    row.some(({ contents }) => contents.some(({ kind }) => kind === 'table')),
  );
  if (isLayout || holdsTables || filled.every((row) => row.length <= 1)) {
    return filled.flatMap((row) => row.flatMap(({ contents }) => contents));
  }
  return [table(gridOf(filled))];
}

/** Cells in their columns; those that another one goes over are empty. */
function gridOf(rows: readonly (readonly HtmlCell[])[]): readonly (readonly string[])[] {
  const taken = new Map<number, number>(); // Rows that a column is still gone over in.
  return rows.map((row) => {
    const cells: string[] = [];
    const skip = (): void => {
      for (let left = taken.get(cells.length) ?? 0; left > 0; left = taken.get(cells.length) ?? 0) {
        taken.set(cells.length, left - 1);
        cells.push('');
      }
    };
    for (const cell of row) {
      skip();
      for (let column = 0; column < cell.columns; column++) {
        if (cell.rows > 1) taken.set(cells.length, cell.rows - 1);
        cells.push(column === 0 ? plainOf(cell.contents) : '');
      }
    }
    skip();
    return cells;
  });
}
