import { tableOf } from './unit-table.js';

/** Characters of base64 that are next to each other, or on lines of one length. */
export interface EncodedRun {
  readonly start: number;
  readonly end: number;
  /** Those of the alphabet. */
  readonly chars: number;
  /** Of several lines: without the last one, which may be the words that follow. */
  readonly before?: EncodedRun;
}

/** Of eighteen bytes: no address that anybody has is shorter by much, and words are. */
export const RUN_CHARS_MIN = 24;
/** Shorter lines are words, one below the other. */
const LINE_CHARS_MIN = 16;
/** What a line is indented with, and its end. */
const GAP_CHARS_MAX = 64;

const LETTER = 1;
const BREAK = 2;
const BLANK = 3;

/** The alphabets of base64, that of URLs included, and what parts lines. */
const CLASSES = tableOf((char) => {
  if (/[A-Za-z0-9+/_-]/.test(char)) return LETTER;
  if (/[\r\n]/.test(char)) return BREAK;
  return /[\t ]/.test(char) ? BLANK : 0;
});

/**
 * Whether there are as many letters side by side as every run begins with; most texts are words. Looks at
 * one character in a few: what parts words ends all the places before it.
 */
export const mayHoldRuns = (text: string): boolean =>
  openingFrom(text, 0, text.length) < text.length;

/** The first place from `from` on where as many letters stand side by side; `end` where none does. */
function openingFrom(text: string, from: number, end: number): number {
  let first = from;
  while (first + LINE_CHARS_MIN <= end) {
    let at = first + LINE_CHARS_MIN - 1;
    while (at >= first && CLASSES[text.charCodeAt(at)] === LETTER) at--;
    if (at < first) return first;
    first = at + 1;
  }
  return end;
}

/** Finds the runs of a text, slice by slice. */
export class EncodedRuns {
  private start = -1;
  /** Of the lines before the one that is read; 0 on the first. */
  private width = 0;
  private before = { end: 0, chars: 0 };
  private lineStart = 0;
  private lineEnd = 0;
  private lineChars = 0;
  private hasBreak = false;

  private at: number;

  /** @param from where the part of the text begins that is read, up to `end` */
  constructor(
    private readonly text: string,
    from = 0,
    private readonly end = text.length,
  ) {
    this.at = from;
  }

  /** Runs that end before `to`, or at the end of the part. */
  scanTo(to: number): EncodedRun[] {
    const found: EncodedRun[] = [];
    for (; this.at < to; this.at++) {
      if (this.start < 0) this.at = openingFrom(this.text, this.at, this.end);
      if (this.at >= to) break;
      const type = CLASSES[this.text.charCodeAt(this.at)];
      if (type === LETTER) this.addLetter(found);
      else if (type === BREAK) this.hasBreak = true;
      else if (type !== BLANK) this.close(found);
    }
    if (to >= this.end) this.close(found);
    return found;
  }

  private addLetter(found: EncodedRun[]): void {
    if (this.start < 0) this.open();
    else if (this.at > this.lineEnd) {
      if (this.goesOn()) this.addLine();
      else {
        this.close(found);
        this.open();
      }
    }
    this.lineEnd = this.at + 1;
    this.lineChars++;
    if (this.width > 0 && this.lineChars > this.width) this.cutBeforeLine(found);
  }

  private open(): void {
    this.start = this.at;
    this.width = 0;
    this.before = { end: this.at, chars: 0 };
    this.beginLine();
  }

  private beginLine(): void {
    this.lineStart = this.at;
    this.lineEnd = this.at;
    this.lineChars = 0;
    this.hasBreak = false;
  }

  /** Lines of base64 are of one length, but for the last one. */
  private goesOn(): boolean {
    const { hasBreak, lineChars, width } = this;
    if (!hasBreak || lineChars < LINE_CHARS_MIN) return false;
    return this.at - this.lineEnd <= GAP_CHARS_MAX && (width === 0 || lineChars === width);
  }

  private addLine(): void {
    this.width = this.lineChars;
    this.before = { end: this.lineEnd, chars: this.before.chars + this.lineChars };
    this.beginLine();
  }

  /** The line is longer than those before it, so it is another text. */
  private cutBeforeLine(found: EncodedRun[]): void {
    add(found, { start: this.start, ...this.before });
    this.start = this.lineStart;
    this.width = 0;
    this.before = { end: this.lineStart, chars: 0 };
  }

  private close(found: EncodedRun[]): void {
    if (this.start < 0) return;
    const { start, before, lineEnd: end } = this;
    const chars = before.chars + this.lineChars;
    const hasBefore = before.chars >= RUN_CHARS_MIN;
    add(found, { start, end, chars, ...(hasBefore && { before: { start, ...before } }) });
    this.start = -1;
  }
}

function add(found: EncodedRun[], run: EncodedRun): void {
  if (run.chars >= RUN_CHARS_MIN) found.push(run);
}
