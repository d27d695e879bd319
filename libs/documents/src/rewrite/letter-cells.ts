/** Fewer of them are marks, sexes, answers to questions. */
const RUN_MIN = 3;
/** Cells between two others that are empty, and so part nothing. */
const EMPTY_MAX = 3;
const ONE = /^.$/u;

/**
 * Forms have a box for each letter: of cells of one character each, that stand in one row, all but the first are
 * one word with what is before them.
 * @param cells of a row
 */
export function gluedCells(cells: readonly string[]): readonly boolean[] {
  const isGlued = cells.map(() => false);
  let run: number[] = [];
  let empty = 0;
  const end = (): void => {
    if (run.length >= RUN_MIN) for (const index of run.slice(1)) isGlued[index] = true;
    run = [];
  };
  for (const [index, cell] of cells.entries()) {
    const text = cell.trim();
    empty = text === '' ? empty + 1 : 0;
    if (ONE.test(text)) run.push(index);
    else if (text !== '' || empty > EMPTY_MAX) end();
  }
  end();
  return isGlued;
}
