import { foldedAt, IGNORED, isDigit, isLetter } from '../fold.js';
import { withGroup } from './written-forms.js';

/** A word has more letters than any group of a number. */
const LETTER_GROUP_MAX = 3;

/**
 * A number as it is read, group by group. One reading is used again and again: nearly all that begins with a digit
 * is nothing, and should cost no object.
 */
export class Reading {
  /** Of letters, in upper case, and digits; the first `length` of them count. */
  private readonly codes: Buffer;
  private isExplained = false;
  /** Where the last character stands. */
  private lastAt = 0;
  readonly partings: Uint8Array;
  length = 0;
  /** Places of letters, one bit each. */
  letters = 0;
  /** Some letter is written small, as in nearly no paper. */
  isSmall = false;
  groups = 0;
  /** Lengths of the groups, by `withGroup`. */
  grouping = 0;
  /** Behind the last character that was read. */
  end = 0;

  constructor(
    private readonly compactMax: number,
    private readonly groupsMax: number,
  ) {
    this.codes = Buffer.alloc(compactMax);
    this.partings = new Uint8Array(groupsMax);
  }

  /** @param isExplained a word says what it is, so that tabs and commas may part it, too */
  startAt(index: number, isExplained: boolean): void {
    this.isExplained = isExplained;
    this.length = 0;
    this.letters = 0;
    this.isSmall = false;
    this.groups = 0;
    this.grouping = 0;
    this.end = index;
  }

  /** Reads one more group, and what parts it from those before. @returns false where none follows */
  readGroup(text: string): boolean {
    let at = this.end;
    if (this.groups > 0) {
      if (this.groups === this.groupsMax || at >= text.length) return false;
      const parting = foldedAt(text, at);
      if (!isParting(parting) && !(this.isExplained && isListSign(parting))) return false;
      const sign = signAt(text, at);
      this.partings[this.groups - 1] = foldedAt(text, sign);
      at = foldedAt(text, sign) === BLANK ? sign + 1 : skipBlank(text, sign + 1);
    }
    const from = this.length;
    let digits = 0;
    for (; at < text.length; at++) {
      const code = foldedAt(text, at);
      if (code === IGNORED) continue;
      if (isDigit(code)) digits++;
      else if (isLetter(code)) this.letters |= 1 << this.length;
      else break;
      if (this.length === this.compactMax) return false;
      if (code > UPPER_MAX) this.isSmall = true;
      this.codes[this.length++] = code > UPPER_MAX ? code - LOWER_OFFSET : code;
      this.lastAt = at;
      this.end = at + 1;
    }
    const length = this.length - from;
    if (length === 0 || (this.groups > 0 && digits === 0 && length > LETTER_GROUP_MAX))
      return false;
    this.grouping = withGroup(this.grouping, length);
    this.groups++;
    return true;
  }

  /** The same without a letter at its end, a slip or a note; false where there is none. */
  dropLetter(): boolean {
    const last = this.length - 1;
    if (last < 1 || (this.letters & (1 << last)) === 0) return false;
    this.length = last;
    this.letters &= ~(1 << last);
    this.grouping--;
    this.end = this.lastAt;
    return true;
  }

  /** Undoes that. */
  takeLetter(): void {
    this.letters |= 1 << this.length++;
    this.grouping++;
    this.end = this.lastAt + 1;
  }

  get compact(): string {
    return this.codes.toString('latin1', 0, this.length);
  }
}

const BLANK = 0x20;
const TAB = 0x09;
const COMMA = 0x2c;

/** What parts the cells of a table: within a number only where a word tells that it is one. */
export const isListSign = (code: number): boolean => code === COMMA || code === TAB;

const skipBlank = (text: string, at: number): number => at + Number(foldedAt(text, at) === BLANK);

/** Where a sign stands that parts two groups: behind a blank, too, as in `219 - 09`; else the blank itself. */
function signAt(text: string, at: number): number {
  const next = skipBlank(text, at);
  return isParting(foldedAt(text, next)) ? next : at;
}

const UPPER_MAX = 0x5a;
const LOWER_OFFSET = 0x20;

/** Blank, dash, dot, slash, and the plus that stands for a dash in Sweden and Finland. */
export const isParting = (code: number): boolean =>
  code === 0x20 || (code >= 0x2b && code <= 0x2f && code !== 0x2c);
