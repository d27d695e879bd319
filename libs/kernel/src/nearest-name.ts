/**
 * The known name that somebody who wrote `name` most likely meant: at most a third of it is another
 * letter, one too many, one too few, or two of them swapped.
 * @param slipsMax letters that may differ, however long the name is
 * @returns undefined when none is near enough to be worth naming
 */
export function nearestName(
  name: string,
  known: Iterable<string>,
  slipsMax = Infinity,
): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(slipsMax, Math.max(1, Math.floor(name.length / 3))) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `, did you mean X?`, or nothing: the end of a message that names an unknown name. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

const LENGTH_MAX = 64; // Names are shorter; what is longer is no slip of a name.

/** Optimal string alignment: insertions, deletions, replacements, and swaps of two neighbours. */
function editDistance(a: string, b: string): number {
  if (a.length > LENGTH_MAX || b.length > LENGTH_MAX) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
