const BITS = 5;
const MASK = (1 << BITS) - 1;

export const TRIPLES = 1 << (3 * BITS);

/** The low bits of three characters: the same for both cases of a letter, and all but unique in ASCII. */
export const tripleOf = (first: number, second: number, third: number): number =>
  ((first & MASK) << (2 * BITS)) | ((second & MASK) << BITS) | (third & MASK);

/** Those that a word may begin with, in either case; all that begin with it, if it has two characters. */
export function triplesOf(word: string): readonly number[] {
  const cases = [word.toLowerCase(), word.toUpperCase()];
  const thirds = word.length > 2 ? [2] : Array.from({ length: MASK + 1 }, (_, low) => -low);
  const triples = cases.flatMap((cased) =>
    thirds.map((third) =>
      tripleOf(
        cased.charCodeAt(0),
        cased.charCodeAt(1),
        third > 0 ? cased.charCodeAt(third) : -third,
      ),
    ),
  );
  return triples;
}

/** Tells which lists of words a piece of text may mention, at the cost of a look at each character. */
export class TripleFlags {
  private readonly flags = new Uint8Array(TRIPLES);

  /** @param lists of words; those of the first have the flag 1, of the second 2, of the third 4 */
  constructor(...lists: readonly Iterable<string>[]) {
    for (const [index, words] of lists.entries()) {
      for (const word of words) {
        for (const triple of triplesOf(word)) this.add(triple, 1 << index);
      }
    }
  }

  flagsIn(text: string, start: number, end: number): number {
    let flags = 0;
    let first = text.charCodeAt(start);
    let second = text.charCodeAt(start + 1);
    for (let at = start + 2; at <= end; at++) {
      const third = text.charCodeAt(at);
      flags |= this.flags[tripleOf(first, second, third)] as number;
      first = second;
      second = third;
    }
    return flags;
  }

  private add(triple: number, flag: number): void {
    this.flags[triple] = (this.flags[triple] as number) | flag;
  }
}
