import type { Steps } from '#kernel';
import { StretchList, type Stretches } from './stretches.js';

/**
 * What an escape changes: a value that it stands within, or the words beside one. No value with blanks in
 * it is longer, its words included, but for blocks of keys.
 */
const REACH = 160;

/** Where blocks of keys begin: their words stand far from what is undone within them. */
const BLOCKS = /BEGIN |PuTTY-User|[Kk]ind\W{1,4}Secret/g;
const BLOCK_CHARS = 14;
/** What each of them holds: sought first, since nearly no text has any. */
const IN_BLOCKS = ['BEGIN ', 'PuTTY-User', 'Secret'];
/** Characters that they are sought in, in one step. */
const SOUGHT_PER_STEP = 262_144;

/** Collects, slice by slice, where a view reads otherwise than its source. */
export class Changes {
  private readonly stretches = new StretchList();
  /** What was read for escapes: blocks elsewhere were found in the source already. */
  private readonly read = new StretchList();
  private next = 0;

  /** @param before parts of the source that count as changed themselves */
  constructor(private readonly before: Stretches) {}

  /**
   * Slices that are left as they are, are not told.
   *
   * @param from where the next slice begins in the view
   * @param length of the slice there
   * @param escapes where each that counts begins and ends in it
   * @param to where the slice ends in the source
   */
  addSlice(from: number, length: number, escapes: readonly number[], to: number): void {
    this.read.add(from, from + length, 0);
    if (this.meetsUpTo(to)) {
      this.stretches.add(from, from + length, 0);
      return;
    }
    for (let at = 0; at < escapes.length; at += 2) {
      const start = escapes[at] as number;
      this.stretches.add(from + start, from + (escapes[at + 1] as number), 2 * REACH);
    }
  }

  /** With what stands around, which may be read differently for it. @param text of the whole view */
  *around(text: string): Steps<Stretches> {
    const blocks = yield* this.blocksIn(text);
    const all = blocks.isEmpty ? this.stretches : this.stretches.mergedWith(blocks, 2 * REACH);
    return yield* all.widened(text, REACH);
  }

  private *blocksIn(text: string): Steps<StretchList> {
    const blocks = new StretchList();
    const read = yield* this.read.widened(text, BLOCK_CHARS);
    let spent = 0;
    for (let part = 0; part < read.length; part += 2) {
      const end = read[part + 1] as number;
      for (let from = read[part] as number; from < end; from += SOUGHT_PER_STEP) {
        const window = text.slice(from, Math.min(end, from + SOUGHT_PER_STEP + BLOCK_CHARS));
        if (IN_BLOCKS.some((words) => window.includes(words))) {
          for (const { index } of window.matchAll(BLOCKS)) {
            blocks.add(from + index, from + index + BLOCK_CHARS, 2 * REACH);
          }
        }
        if ((spent += window.length) < SOUGHT_PER_STEP) continue;
        spent = 0;
        yield;
      }
    }
    return blocks;
  }

  /** Whether the slice that ends there goes over one of the parts. */
  private meetsUpTo(to: number): boolean {
    const { before } = this;
    const meets = this.next < before.length && (before[this.next] as number) < to;
    while (this.next < before.length && (before[this.next + 1] as number) <= to) this.next += 2;
    return meets;
  }
}
