import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { Changes } from './changes.js';
import { type Stretches, wholeOf } from './stretches.js';

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

/** No escape is longer: a reference behind eight ampersands that were escaped themselves, with zeros. */
const ESCAPE_CHARS_MAX = 80;

/** A slice of the source as it reads. */
interface Read {
  /** In characters of the view. */
  readonly length: number;
  /** Where the next slice begins in the source. */
  readonly to: number;
  /** Of each escape, four numbers: where it begins and ends in what is read, and in the source. */
  readonly escapes: readonly number[];
}

/** Where a slice begins. */
interface Place {
  readonly inSource: number;
  readonly inView: number;
  /** In the source: behind what escapes are undone in. No further than `inSource` where none are. */
  readonly until: number;
}

/**
 * A text as whoever undoes its escapes reads it, and where each piece of it stands. A text may be
 * nothing but escapes, so their places are not kept: the slice that is asked for is read once more.
 */
export class View {
  /** Slices that were read once more: each is as much work as a step may be. */
  reads = 0;
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
    const place = this.places[slice] as Place;
    const { inSource, inView, until } = place;
    if (until <= inSource) return { ...place, escapes: NO_ESCAPES };
    if (slice !== this.lastAsked || !this.lastRead) {
      this.lastRead = readSlice(this.source, inSource, until, this.decoding, []);
      this.lastAsked = slice;
      this.reads++;
    }
    return { inSource, inView, until, escapes: this.lastRead.escapes };
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

const NO_ESCAPES: readonly number[] = [];

/** A stretch of what is read, where it stands in the text that the views were made of. */
export function* placeBefore<Place extends { readonly start: number; readonly end: number }>(
  views: readonly View[],
  found: Place,
): Steps<Place> {
  let { start, end } = found;
  for (let at = views.length - 1; at >= 0; at--) {
    const view = views[at] as View;
    const { reads } = view;
    start = view.startOf(start);
    end = view.endOf(end);
    if (view.reads > reads) yield; // What stands far apart has a slice read for each.
  }
  return { ...found, start, end };
}

/**
 * The text with its escapes undone once; null when it holds none.
 * @param within parts of the source that escapes are undone in; elsewhere it stays as it is
 * @param before parts of the source that count as changed themselves
 */
export function* viewOf(
  source: string,
  decoding: Decoding,
  within: Stretches = wholeOf(source),
  before: Stretches = [],
): Steps<View | null> {
  const pieces: string[] = [];
  const places: Place[] = [];
  const changes = new Changes(before);
  let length = 0;
  let hasEscapes = false;
  let spent = 0;
  const addPlain = (from: number, to: number): void => {
    pieces.push(source.slice(from, to));
    places.push({ inSource: from, inView: length, until: from });
    length += to - from;
  };
  let from = 0;
  for (let part = 0; part < within.length; part += 2) {
    const start = within[part] as number;
    const until = within[part + 1] as number;
    if (start > from) {
      addPlain(from, start);
      from = start;
    }
    while (from < until) {
      // One piece for the slice: of letters that are escaped one by one there are millions.
      const inSlice: string[] = [];
      const read = readSlice(source, from, until, decoding, inSlice);
      pieces.push(inSlice.join(''));
      hasEscapes ||= read.escapes.length > 0;
      changes.addSlice(length, read.length, joiningOf(source, read.escapes, decoding), read.to);
      places.push({ inSource: from, inView: length, until });
      length += read.length;
      // What nobody sees reads as nothing, and is read all the same.
      spent += Math.max(read.length, read.to - from);
      from = read.to;
      if (spent < SLICE_CHARS || from >= source.length) continue;
      spent = 0;
      yield;
    }
  }
  if (!hasEscapes) return null;
  if (from < source.length) addPlain(from, source.length);
  const text = pieces.join('');
  const around = yield* changes.around(text);
  return new View(text, source, decoding, places, around);
}

/** Places of the escapes that a value may go over, as the slice reads. */
function joiningOf(
  source: string,
  escapes: readonly number[],
  { mayJoin }: Decoding,
): readonly number[] {
  if (escapes.length === 0) return escapes;
  const places: number[] = [];
  for (let at = 0; at < escapes.length; at += 4) {
    const from = escapes[at + 2] as number;
    const to = escapes[at + 3] as number;
    if (mayJoin && !mayJoin(source, from, to)) continue;
    places.push(escapes[at] as number, escapes[at + 1] as number);
  }
  return places;
}

/**
 * @param until in the source: what begins behind it is left as it is, or to the next slice
 * @param pieces of the view, to which those of the slice are added
 */
function readSlice(
  source: string,
  from: number,
  until: number,
  decoding: Decoding,
  pieces: string[],
): Read {
  const { pattern, decode, begins } = decoding;
  const sliceEnd = from + SLICE_CHARS;
  // An escape that may go on behind the slice is left to the next one.
  const safe = Math.min(
    until,
    sliceEnd >= source.length ? source.length : sliceEnd - ESCAPE_CHARS_MAX,
  );
  const matches = begins
    ? new Sticky(source, pattern, begins, from, safe)
    : new Searching(source.slice(from, sliceEnd), pattern, from, safe);
  let end = safe;
  const escapes: number[] = [];
  let length = 0;
  let copied = from;
  while (matches.next()) {
    end = Math.max(safe, matches.end);
    const escape = source.slice(matches.start, matches.end);
    const value = decode(escape);
    if (value === escape) continue;
    if (matches.start > copied) {
      pieces.push(source.slice(copied, matches.start));
      length += matches.start - copied;
    }
    copied = matches.end;
    pieces.push(value);
    escapes.push(length, length + value.length, matches.start, copied);
    length += value.length;
  }
  if (end > copied) pieces.push(source.slice(copied, end));
  return { length: length + end - copied, to: end, escapes };
}

/** Matches of a pattern that is tried only where it may begin. */
class Sticky {
  start = 0;
  end: number;

  constructor(
    private readonly source: string,
    private readonly pattern: RegExp,
    private readonly begins: Uint8Array,
    from: number,
    private readonly safe: number,
  ) {
    this.end = from;
  }

  /** Whether there is a next one that begins before `safe`. */
  next(): boolean {
    const { source, pattern, begins, safe } = this;
    for (let at = this.end; at < safe; at++) {
      if (begins[source.charCodeAt(at)] !== 1) continue;
      pattern.lastIndex = at;
      if (!pattern.test(source) || pattern.lastIndex === at) continue;
      this.start = at;
      this.end = pattern.lastIndex;
      return true;
    }
    return false;
  }
}

/** Matches of a pattern that is sought in a slice. */
class Searching {
  start = 0;
  end = 0;

  constructor(
    private readonly slice: string,
    private readonly pattern: RegExp,
    private readonly from: number,
    private readonly safe: number,
  ) {}

  next(): boolean {
    const { slice, pattern, from, safe } = this;
    pattern.lastIndex = this.end === 0 ? 0 : this.end - from;
    const match = pattern.exec(slice);
    if (!match || from + match.index >= safe) return false;
    this.start = from + match.index;
    this.end = this.start + match[0].length;
    return true;
  }
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
