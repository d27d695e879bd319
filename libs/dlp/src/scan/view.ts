import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';

/** How escapes of one family read. */
export interface Decoding {
  /** Global; matches one escape, of at most `ESCAPE_CHARS_MAX` characters. */
  readonly pattern: RegExp;
  /** What an escape stands for; the escape itself if it stands for nothing. */
  readonly decode: (escape: string) => string;
}

/** No escape is longer; an emoji in percent-encoding has twelve characters. */
const ESCAPE_CHARS_MAX = 12;

/** A text as whoever undoes its escapes reads it, and where each piece of it stands. */
export class View {
  constructor(
    readonly text: string,
    /** Of each escape, four numbers: where it begins and ends in the view, and in the source. */
    private readonly escapes: readonly number[],
  ) {}

  /** Where the character stands in the source that is at `index` in the view. */
  startOf(index: number): number {
    const at = this.lastFrom(index) * 4;
    if (at < 0) return index;
    const [start, end, from, to] = this.read(at);
    return index < end && index >= start ? from : to + (index - end);
  }

  /** Where a span ends in the source that ends at `index` in the view. */
  endOf(index: number): number {
    const at = this.lastFrom(index - 1) * 4;
    if (at < 0) return index;
    const [, end, , to] = this.read(at);
    return index <= end ? to : to + (index - end);
  }

  /** The last escape that begins at `index` or before, or -1. */
  private lastFrom(index: number): number {
    let low = 0;
    let high = this.escapes.length / 4;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.escapes[middle * 4] as number) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private read(at: number): [number, number, number, number] {
    return this.escapes.slice(at, at + 4) as [number, number, number, number];
  }
}

/** The text with its escapes undone once; null when it holds none. */
export function* viewOf(source: string, { pattern, decode }: Decoding): Steps<View | null> {
  const pieces: string[] = [];
  const escapes: number[] = [];
  let length = 0;
  let copied = 0;
  for (let from = 0; from < source.length;) {
    const slice = source.slice(from, from + SLICE_CHARS);
    const isLast = from + SLICE_CHARS >= source.length;
    // An escape that may go on behind the slice is left to the next one.
    const safe = isLast ? slice.length : slice.length - ESCAPE_CHARS_MAX;
    let done = safe;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(slice); match; match = pattern.exec(slice)) {
      if (match.index >= safe) break;
      done = Math.max(safe, pattern.lastIndex);
      const value = decode(match[0]);
      if (value === match[0]) continue;
      const at = from + match.index;
      const plain = source.slice(copied, at);
      copied = at + match[0].length;
      pieces.push(plain, value);
      length += plain.length;
      escapes.push(length, length + value.length, at, copied);
      length += value.length;
    }
    from += done;
    if (!isLast) yield;
  }
  if (escapes.length === 0) return null;
  pieces.push(source.slice(copied));
  return new View(pieces.join(''), escapes);
}
