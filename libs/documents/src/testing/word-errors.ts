const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words that were changed, lost or added, of those that there are; signs between words count for nothing. */
export function wordErrors(
  found: string,
  truth: string,
): { readonly wrong: number; readonly words: number } {
  const real = wordsOf(truth);
  let row = real.map((_, index) => index + 1);
  wordsOf(found).forEach((word, line) => {
    let diagonal = line;
    let left = line + 1;
    row = row.map((above, column) => {
      const cost = Math.min(above + 1, left + 1, diagonal + (word === real[column] ? 0 : 1));
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return { wrong: row.at(-1) ?? 0, words: real.length };
}
