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

const blocksIn = (text: string): readonly number[] =>
  IN_BLOCKS.some((words) => text.includes(words))
    ? [...text.matchAll(BLOCKS)].map(({ index }) => index)
    : [];

/** Collects, slice by slice, where a view reads otherwise than its source. */
export class Changes {
  private readonly stretches = new StretchList();
  private length = 0;
  private tail = '';
  private next = 0;

  /** @param before parts of the source that count as changed themselves */
  constructor(private readonly before: Stretches) {}

  /**
   * @param text the next slice of the view
   * @param escapes where each that counts begins and ends in it
   * @param to where the slice ends in the source
   */
  addSlice(text: string, escapes: readonly number[], to: number): void {
    const { stretches, length, tail } = this;
    if (this.meetsUpTo(to)) stretches.add(length, length + text.length, 0);
    else {
      const blocks = blocksIn(tail + text).map((index) => index - tail.length);
      let block = 0;
      for (let at = 0; at <= escapes.length; at += 2) {
        const start = escapes[at] ?? text.length;
        for (; block < blocks.length && (blocks[block] as number) <= start; block++) {
          const from = length + (blocks[block] as number);
          stretches.add(from, from + BLOCK_CHARS, 2 * REACH);
        }
        const end = escapes[at + 1];
        if (end !== undefined) stretches.add(length + start, length + end, 2 * REACH);
      }
    }
    this.tail = text.slice(-BLOCK_CHARS);
    this.length += text.length;
  }

  /** With what stands around, which may be read differently for it. @param text of the whole view */
  around(text: string): Steps<Stretches> {
    return this.stretches.widened(text, REACH);
  }

  /** Whether the slice that ends there goes over one of the parts. */
  private meetsUpTo(to: number): boolean {
    const { before } = this;
    const meets = this.next < before.length && (before[this.next] as number) < to;
    while (this.next < before.length && (before[this.next + 1] as number) <= to) this.next += 2;
    return meets;
  }
}
