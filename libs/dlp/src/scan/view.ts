import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { Changes } from './changes.js';
import type { Stretches } from './stretches.js';

/** How escapes of one family read. */
export interface Decoding {
  /** Matches one escape, of at most `ESCAPE_CHARS_MAX` characters; sticky where `begins` is told, else global. */
  readonly pattern: RegExp;
  /** The units that an escape begins with, each as 1: most texts hold few of them. */
  readonly begins?: Uint8Array;
  /** What an escape stands for; the escape itself if it stands for nothing. */
  readonly decode: (escape: string) => string;
  /** Whether a value may go over the escape `[from, to)` of a text; left out where any may. */
  readonly mayJoin?: (text: string, from: number, to: number) => boolean;
}

/** A table of the units that a pattern matches by themselves, for `begins`. */
export const unitsOf = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 0x10000 }, (_, unit) =>
    pattern.test(String.fromCharCode(unit)) ? 1 : 0,
  );

/** No escape is longer: a reference behind eight ampersands that were escaped themselves, with zeros. */
const ESCAPE_CHARS_MAX = 80;

/** A slice of the source as it reads. */
interface Read {
  readonly text: string;
  /** Where the next slice begins in the source. */
  readonly to: number;
  /** Of each escape, four numbers: where it begins and ends in what is read, and in the source. */
  readonly escapes: readonly number[];
}

/** Where a slice begins. */
interface Place {
  readonly inSource: number;
  readonly inView: number;
}

/**
 * A text as whoever undoes its escapes reads it, and where each piece of it stands. A text may be
 * nothing but escapes, so their places are not kept: the slice that is asked for is read once more.
 */
export class View {
  private lastAsked = -1;
  private lastRead: Read | undefined;

  constructor(
    readonly text: string,
    private readonly source: string,
    private readonly decoding: Decoding,
    private readonly places: readonly Place[],
    /** Where it reads otherwise than its source, with what stands around. */
    readonly changed: Stretches,
  ) {}

  /** Where the character stands in the source that is at `index` in the view. */
  startOf(index: number): number {
    const { inSource, inView, escapes } = this.sliceOf(index);
    const at = index - inView;
    const nearest = lastFrom(escapes, at);
    if (nearest < 0) return inSource + at;
    const [start, end, from, to] = spanAt(escapes, nearest);
    return at < end && at >= start ? from : to + (at - end);
  }

  /** Where a span ends in the source that ends at `index` in the view. */
  endOf(index: number): number {
    const { inSource, inView, escapes } = this.sliceOf(index - 1);
    const at = index - inView;
    const nearest = lastFrom(escapes, at - 1);
    if (nearest < 0) return inSource + at;
    const [, end, , to] = spanAt(escapes, nearest);
    return at <= end ? to : to + (at - end);
  }

  private sliceOf(index: number): Place & { readonly escapes: readonly number[] } {
    const slice = this.placeBefore(index);
    const { inSource, inView } = this.places[slice] as Place;
    if (slice !== this.lastAsked || !this.lastRead) {
      this.lastRead = readSlice(this.source, inSource, this.decoding);
      this.lastAsked = slice;
    }
    return { inSource, inView, escapes: this.lastRead.escapes };
  }

  private placeBefore(index: number): number {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle] as Place).inView <= index) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/**
 * The text with its escapes undone once; null when it holds none.
 * @param before parts of the source that count as changed themselves
 */
export function* viewOf(
  source: string,
  decoding: Decoding,
  before: Stretches = [],
): Steps<View | null> {
  const pieces: string[] = [];
  const places: Place[] = [];
  const changes = new Changes(before);
  let length = 0;
  let hasEscapes = false;
  for (let from = 0; from < source.length;) {
    const read = readSlice(source, from, decoding);
    hasEscapes ||= read.escapes.length > 0;
    changes.addSlice(read.text, joiningOf(source, read.escapes, decoding), read.to);
    places.push({ inSource: from, inView: length });
    pieces.push(read.text);
    length += read.text.length;
    from = read.to;
    if (from < source.length) yield;
  }
  if (!hasEscapes) return null;
  const text = pieces.join('');
  const around = yield* changes.around(text);
  return new View(text, source, decoding, places, around);
}

/** Places of the escapes that a value may go over, as the slice reads. */
function joiningOf(source: string, escapes: readonly number[], { mayJoin }: Decoding): number[] {
  const places: number[] = [];
  for (let at = 0; at < escapes.length; at += 4) {
    const [start, end, from, to] = spanAt(escapes, at / 4);
    if (!mayJoin || mayJoin(source, from, to)) places.push(start, end);
  }
  return places;
}

function readSlice(source: string, from: number, decoding: Decoding): Read {
  const { pattern, decode } = decoding;
  const slice = source.slice(from, from + SLICE_CHARS);
  const isLast = from + SLICE_CHARS >= source.length;
  // An escape that may go on behind the slice is left to the next one.
  const safe = isLast ? slice.length : slice.length - ESCAPE_CHARS_MAX;
  let end = safe;
  const pieces: string[] = [];
  const escapes: number[] = [];
  let length = 0;
  let copied = 0;
  pattern.lastIndex = 0;
  for (let match = nextIn(slice, decoding); match; match = nextIn(slice, decoding)) {
    if (match.index >= safe) break;
    end = Math.max(safe, pattern.lastIndex);
    const value = decode(match[0]);
    if (value === match[0]) continue;
    const plain = slice.slice(copied, match.index);
    copied = match.index + match[0].length;
    pieces.push(plain, value);
    length += plain.length;
    escapes.push(length, length + value.length, from + match.index, from + copied);
    length += value.length;
  }
  pieces.push(slice.slice(copied, end));
  return { text: pieces.join(''), to: from + end, escapes };
}

/** The next escape from the pattern's `lastIndex` on. */
function nextIn(slice: string, { pattern, begins }: Decoding): RegExpExecArray | null {
  if (!begins) return pattern.exec(slice);
  for (let at = pattern.lastIndex; at < slice.length; at++) {
    if (begins[slice.charCodeAt(at)] !== 1) continue;
    pattern.lastIndex = at;
    const match = pattern.exec(slice);
    if (match) return match;
  }
  return null;
}

/** The last escape that begins at `at` or before, or -1. */
function lastFrom(escapes: readonly number[], at: number): number {
  let low = 0;
  let high = escapes.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((escapes[middle * 4] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const spanAt = (escapes: readonly number[], at: number) =>
  escapes.slice(at * 4, at * 4 + 4) as [number, number, number, number];
