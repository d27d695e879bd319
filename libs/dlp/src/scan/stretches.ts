import type { Steps } from '#kernel';

/** Parts of a text: where each begins and ends, in order, none touching the next. */
export type Stretches = readonly number[];

export const wholeOf = (text: string): Stretches => [0, text.length];

/** Whether one of the parts holds all of `[start, end)`. */
export function isWithin(stretches: Stretches, start: number, end: number): boolean {
  let low = 0;
  let high = stretches.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[2 * middle + 1] as number) < end) low = middle + 1;
    else high = middle;
  }
  return low < stretches.length / 2 && (stretches[2 * low] as number) <= start;
}

/** Which parts a place belongs to are kept together: places have to be added in order. */
export class StretchList {
  private readonly bounds: number[] = [];

  get isEmpty(): boolean {
    return this.bounds.length === 0;
  }

  /** Adds `[from, to)`, and what lies between it and the stretch before, where that is no more than `gap`. */
  add(from: number, to: number, gap: number): void {
    const { bounds } = this;
    const last = bounds.length - 1;
    if (last > 0 && from - (bounds[last] as number) <= gap) {
      bounds[last] = Math.max(bounds[last] as number, to);
    } else bounds.push(from, to);
  }

  /** The stretches of both, those joined that lie no further apart than `gap`. */
  mergedWith(other: StretchList, gap: number): StretchList {
    const merged = new StretchList();
    const [these, those] = [this.bounds, other.bounds];
    let next = 0;
    for (let at = 0; at < these.length; at += 2) {
      const from = these[at] as number;
      for (; next < those.length && (those[next] as number) <= from; next += 2) {
        merged.add(those[next] as number, those[next + 1] as number, gap);
      }
      merged.add(from, these[at + 1] as number, gap);
    }
    for (; next < those.length; next += 2) {
      merged.add(those[next] as number, those[next + 1] as number, gap);
    }
    return merged;
  }

  /**
   * All stretches made longer by `reach` to both sides, and to the end of what stands there without a
   * blank: a token is read as a whole, however long it is.
   */
  *widened(text: string, reach: number): Steps<Stretches> {
    const widened = new StretchList();
    let done = 0;
    for (let at = 0; at < this.bounds.length; at += 2) {
      const first = Math.min(this.bounds[at] as number, text.length);
      const last = Math.min(this.bounds[at + 1] as number, text.length);
      if (last <= done) continue;
      let from = Math.max(done, first - reach);
      while (from > done && text.charCodeAt(from - 1) > SPACE) from--;
      let to = Math.min(text.length, last + reach);
      while (to < text.length && text.charCodeAt(to) > SPACE) to++;
      widened.add(from, to, 0);
      if (to - done > WIDENED_PER_STEP) yield;
      done = to;
    }
    return widened.bounds;
  }
}

const SPACE = 0x20;
const WIDENED_PER_STEP = 262_144;
