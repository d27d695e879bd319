import type { Steps } from '#kernel';
import type { Suspicion } from './kinds.js';

/** Of what stands before a text, and of the text, as much as a phrase and what it is sent to are long. */
const END_CHARS = 256;
/** Parts of one content are joined as they are; what reads them as lines parts their words. */
const JOINTS = ['', ' '];

export type Find = (text: string) => Steps<readonly Suspicion[]>;

interface End {
  readonly text: string;
  /** Where it begins in the text that it is the end of. */
  readonly from: number;
}

/** Finds what begins in one text and ends in a later one, which a model reads one after the other. */
export class OverEnds {
  /** Of the texts so far, in their order: as many as the search may begin in. */
  private ends: End[] = [];

  /** @param find finds what is in one text */
  constructor(private readonly find: Find) {}

  /** @returns what ends in this text and begins in one before it: its place is in that one */
  *add(text: string): Steps<Suspicion | null> {
    if (text === '') return null;
    const over = yield* this.over(text.slice(0, END_CHARS));
    this.keep(text);
    return over;
  }

  /** What comes next is not read on from what came before. */
  clear(): void {
    this.ends = [];
  }

  private *over(head: string): Steps<Suspicion | null> {
    if (this.ends.length === 0) return null;
    for (const joint of JOINTS) {
      const before = this.ends.map(({ text }) => text).join(joint);
      const joined = yield* this.find(before + joint + head);
      const over = joined.find(
        ({ kind, start, end }) =>
          kind !== 'hidden_unicode' && start < before.length && end > before.length + joint.length,
      );
      if (over) return { ...over, ...this.placeOf(over.start, joint) };
    }
    return null;
  }

  private placeOf(start: number, joint: string): Pick<Suspicion, 'start' | 'end'> {
    let at = 0;
    for (const { text, from } of this.ends) {
      const end = from + text.length;
      if (start < at + text.length) return { start: from + start - at, end };
      at += text.length + joint.length;
    }
    return { start: 0, end: 0 };
  }

  private keep(text: string): void {
    const from = Math.max(0, text.length - END_CHARS);
    this.ends.push({ text: text.slice(from), from });
    let chars = this.ends.reduce((sum, end) => sum + end.text.length, 0);
    while (chars - (this.ends[0] as End).text.length >= END_CHARS) {
      chars -= (this.ends.shift() as End).text.length;
    }
  }
}
