import type { Rect } from './rect.js';

/** A text of a page, and where each UTF-16 unit of it stands. */
export interface PlacedText {
  readonly text: string;
  /** Left, top, right and bottom of each unit, in pixels; all zero for what only parts words. */
  readonly places: Float32Array;
}

/** Puts a text together from words that stand somewhere. */
export class PlacedTextBuilder {
  private text = '';
  private readonly places: number[] = [];

  /** A word whose letters nobody can tell apart: each of them stands where all of it does. */
  word(text: string, { left, top, right, bottom }: Rect): void {
    for (let at = 0; at < text.length; at++) this.places.push(left, top, right, bottom);
    this.text += text;
  }

  part(sign: ' ' | '\n'): void {
    if (this.text === '' || /\s$/.test(this.text)) return;
    this.text += sign;
    this.places.push(0, 0, 0, 0);
  }

  build(): PlacedText {
    return { text: this.text, places: Float32Array.from(this.places) };
  }
}

/** What a stretch of a text covers: a rectangle for each line of it. */
export function rectsOf({ places }: PlacedText, start: number, end: number): readonly Rect[] {
  const rects: Rect[] = [];
  for (let unit = start; unit < end; unit++) {
    const [left = 0, top = 0, right = 0, bottom = 0] = places.subarray(unit * 4, unit * 4 + 4);
    if (right <= left && bottom <= top) continue;
    const last = rects.at(-1);
    const rect = { left, top, right, bottom };
    if (last && goesOn(last, rect)) rects[rects.length - 1] = around(last, rect);
    else rects.push(rect);
  }
  return rects;
}

/** On the same line, as one goes along it: most of the lower one's height is beside the other. */
function goesOn(one: Rect, other: Rect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  return shared > height / 2;
}

const around = (one: Rect, other: Rect): Rect => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
