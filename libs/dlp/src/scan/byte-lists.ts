import { tableOf } from './unit-table.js';

/** Bytes that are written one by one, in the order of a text. */
export interface ByteList {
  readonly start: number;
  readonly end: number;
  /** In how many ways it reads: `41 42` is hexadecimal, decimal and octal. The surest first. */
  readonly readings: readonly ByteReading[];
  /** It is no list of numbers. */
  readonly hasLetters: boolean;
}

export interface ByteReading {
  readonly bytes: Buffer;
  /** Lists of numbers are more often numbers than codes of characters. */
  readonly isSure: boolean;
}

/** Fewer are no value, and an address of a device has six. */
const BYTES_MIN = 8;
/** `", 0x`, ` | `: what stands between two of them on one line. */
const GAP_CHARS_MAX = 4;
/** What a line is indented with, and its end. */
const BREAK_CHARS_MAX = 64;
const DIGITS_MAX = 8;
const OFFSET_DIGITS_MIN = 4;
/** Words before a shorter one that is the rest of theirs. */
const WORDS_MIN = 3;
/** Bytes that a dump has on a line, at most. */
const SHOWN_MAX = 64;

/** Pairs of hexadecimal digits, and words of two and of four bytes: a list has one of these. */
const HEX_PAIR = 1;
const HEX_WORD = 64;
const HEX_LONG = 128;
const HEX = HEX_PAIR | HEX_WORD | HEX_LONG;
const DECIMAL = 2;
const OCTAL = 4;
const BINARY = 8;
/** `U+006A`, which may be more than a byte. */
const CODE_POINT = 16;
/** Four digits, as programs show pairs of bytes: the second byte first. */
const PAIR = 32;
const ALL = HEX | DECIMAL | OCTAL | BINARY | CODE_POINT | PAIR;

const HEX_DIGIT = 1;
const OTHER_LETTER = 2;
const BREAK = 3;
const BLANK = 4;

const CLASSES = tableOf((char, unit) => {
  if (/[0-9a-fA-F]/.test(char)) return HEX_DIGIT;
  if (/[\r\n]/.test(char)) return BREAK;
  if (/[ \t\u00a0]/.test(char)) return BLANK;
  return unit > 0x7f || /[g-zG-Z]/.test(char) ? OTHER_LETTER : 0;
});

const classAt = (text: string, index: number): number =>
  index < text.length ? (CLASSES[text.charCodeAt(index)] as number) : 0;
const isWordAt = (text: string, index: number): boolean => {
  const type = classAt(text, index);
  return type === HEX_DIGIT || type === OTHER_LETTER;
};

/** One of the list; the same object again and again, since nearly all that are read are none. */
interface Item {
  start: number;
  /** Of its digits. */
  from: number;
  length: number;
  end: number;
  forms: number;
}

const newItem = (): Item => ({ start: 0, from: 0, length: 0, end: 0, forms: 0 });

/**
 * Finds the lists of bytes of a text, slice by slice: pairs of hexadecimal digits however they are parted and
 * marked (`6a 61`, `6a:61`, `0x6a, 0x61`, `\x6a \x61`, `6Ah`), words of them, dumps with their places and
 * their text beside, and codes in decimal, octal and binary digits.
 */
export class ByteLists {
  private start = -1;
  private lastEnd = 0;
  private forms = ALL;
  private items = 0;
  private hasOffsets = false;
  private hasLetters = false;
  private readonly hex = new GrowingBytes();
  private readonly decimal = new GrowingBytes();
  private readonly octal = new GrowingBytes();
  private readonly binary = new GrowingBytes();
  private readonly codePoints = new GrowingBytes();
  /** Bytes before the line that is read. */
  private lineFrom = 0;
  private at: number;
  private readonly item = newItem();
  private readonly next = newItem();

  /** @param from where the part of the text begins that is read, up to `end` */
  constructor(
    private readonly text: string,
    from = 0,
    private readonly end = text.length,
  ) {
    this.at = from;
  }

  /** Lists that end before `to`, or at the end of the part. */
  scanTo(to: number): ByteList[] {
    const found: ByteList[] = [];
    const { text } = this;
    let at = this.at;
    while (at < to) {
      const type = CLASSES[text.charCodeAt(at)] as number;
      if (type !== HEX_DIGIT && type !== OTHER_LETTER) at++;
      else if (
        (type === HEX_DIGIT || isSign(text.charCodeAt(at))) &&
        this.readItem(at, this.item)
      ) {
        this.add(this.item, found);
        at = this.at;
      } else {
        if (this.start >= 0) this.close(found);
        at = this.wordEnd(at + 1);
      }
    }
    this.at = at;
    if (to >= this.end) this.close(found);
    return found;
  }

  private wordEnd(from: number): number {
    const { text, end } = this;
    let at = from;
    for (; at < end; at++) {
      const type = CLASSES[text.charCodeAt(at)] as number;
      if (type !== HEX_DIGIT && type !== OTHER_LETTER) break;
    }
    return at;
  }

  /** The item that begins at the first character of a word, if one does. */
  private readItem(start: number, item: Item): boolean {
    const { text } = this;
    let at = start;
    let marked = 0;
    // Nearly every word of a text comes here and is none, so nothing is made for it before that is known.
    const first = text.charCodeAt(start) | LOWER;
    const isEscape = text.charCodeAt(start - 1) === BACKSLASH;
    // Escapes without anything between them are undone with all others.
    if (isEscape && isWordAt(text, start - 2)) return false;
    // What stands before digits: `0x6a`, `U+006A`, `\x6a`, `\u006a`.
    if (first === ZERO && (text.charCodeAt(at + 1) | LOWER) === LETTER_X) {
      [at, marked] = [at + 2, HEX | PAIR];
    } else if (first === LETTER_U && text.charCodeAt(at + 1) === PLUS) {
      [at, marked] = [at + 2, CODE_POINT];
    } else if (isEscape && (first === LETTER_X || first === LETTER_U)) {
      [at, marked] = [at + 1, first === LETTER_X ? HEX : CODE_POINT];
    } else if (CLASSES[text.charCodeAt(at)] !== HEX_DIGIT) return false;
    const from = at;
    while (at - from <= DIGITS_MAX && classAt(text, at) === HEX_DIGIT) at++;
    const to = at;
    if (to - from === 2 && (text.charCodeAt(at) | LOWER) === LETTER_H) {
      [at, marked] = [at + 1, HEX];
    }
    if (isWordAt(text, at) || at > this.end) return false;
    item.start = isEscape ? start - 1 : start;
    item.from = from;
    item.length = to - from;
    item.end = at;
    const forms =
      marked === CODE_POINT ? codePointForm(text.slice(from, to)) : formsOf(text, from, to);
    item.forms = marked === 0 ? forms : forms & marked;
    return true;
  }

  private add(item: Item, found: ByteList[]): void {
    const gap = this.start < 0 ? 'apart' : this.gapBefore(item.start);
    if (gap === 'apart') this.close(found);
    if (gap !== 'blank' && this.isOffset(item)) {
      if (this.start < 0) this.open(item.start);
      this.hasOffsets = true;
      this.lineFrom = this.hex.length;
      this.goOn(item.end);
      return;
    }
    if ((this.forms & item.forms) === 0) {
      if (gap !== 'apart' && this.isRest(item)) {
        this.keepHex(item);
        this.goOn(item.end);
        this.skipShownText();
        this.close(found);
        return;
      }
      this.close(found);
    }
    if (item.forms === 0) this.at = item.end;
    else {
      if (this.start < 0) this.open(item.start);
      if (gap === 'break') this.lineFrom = this.hex.length;
      this.keep(item);
      this.goOn(item.end);
      this.skipShownText();
    }
  }

  private goOn(end: number): void {
    this.lastEnd = end;
    this.at = end;
  }

  /** Of a line of a dump: `00000010: `, `0000010  `, and the last one. */
  private isOffset({ length, end }: Item): boolean {
    if (length < OFFSET_DIGITS_MIN) return false;
    const { text } = this;
    if (text[end] === ':') return classAt(text, end + 1) === BLANK;
    if (this.hasOffsets && this.isAtLineEnd(end)) return true;
    if (this.start >= 0 && !this.hasOffsets) return false;
    if (classAt(text, end) !== BLANK) return false;
    if (classAt(text, end + 1) === BLANK) return true;
    return (
      isWordAt(text, end + 1) && this.readItem(end + 1, this.next) && this.next.length < length
    );
  }

  private gapBefore(start: number): 'blank' | 'break' | 'apart' {
    let marks = 0;
    let hasBreak = false;
    if (start - this.lastEnd > BREAK_CHARS_MAX) return 'apart';
    for (let at = this.lastEnd; at < start; at++) {
      const type = CLASSES[this.text.charCodeAt(at)];
      if (type === BREAK) hasBreak = true;
      else if (!hasBreak || type !== BLANK) marks++;
    }
    if (marks > GAP_CHARS_MAX) return 'apart';
    return hasBreak ? 'break' : 'blank';
  }

  private open(start: number): void {
    this.start = start;
    this.items = 0;
    this.lineFrom = 0;
    this.hasOffsets = false;
    this.hasLetters = false;
    for (const bytes of [this.hex, this.decimal, this.octal, this.binary, this.codePoints]) {
      bytes.clear();
    }
  }

  /** What is left for the last word of a list. */
  private isRest({ length, forms }: Item): boolean {
    const isShorter = length === 2 || (length === 4 && (this.forms & HEX_LONG) !== 0);
    const isOfWords = (this.forms & (HEX_WORD | HEX_LONG)) !== 0;
    return isOfWords && isShorter && (forms & HEX) !== 0 && this.items >= WORDS_MIN;
  }

  private keepHex({ from, length }: Pick<Item, 'from' | 'length'>): void {
    const to = from + length;
    for (let at = from; at < to; at += 2) this.hex.push(valueOf(this.text, at, at + 2, 16));
  }

  private keep({ from, length, forms: written }: Item): void {
    const { text } = this;
    const forms = (this.forms &= written);
    const to = from + length;
    this.items++;
    for (let at = from; at < to && !this.hasLetters; at++) {
      this.hasLetters = text.charCodeAt(at) > NINE;
    }
    if ((forms & HEX) !== 0) this.keepHex({ from, length });
    if ((forms & DECIMAL) !== 0) this.decimal.push(valueOf(text, from, to, 10));
    if ((forms & OCTAL) !== 0) this.octal.push(valueOf(text, from, to, 8));
    if ((forms & BINARY) !== 0) this.binary.push(valueOf(text, from, to, 2));
    if ((forms & CODE_POINT) !== 0) {
      const digits = text.slice(from, to);
      for (const byte of Buffer.from(String.fromCodePoint(Number.parseInt(digits, 16)))) {
        this.codePoints.push(byte);
      }
    }
  }

  /** The text that a dump shows beside the bytes of a line. */
  private skipShownText(): void {
    const { text, hex, at: from } = this;
    if ((this.forms & HEX) === 0 || classAt(text, from) !== BLANK) return;
    if (classAt(text, from + 1) !== BLANK && text[from + 1] !== '|') return;
    let at = from;
    while (at - from < BREAK_CHARS_MAX && classAt(text, at) === BLANK) at++;
    const isFramed = text[at] === '|';
    if (isFramed) at++;
    const count = Math.min(SHOWN_MAX, hex.length - this.lineFrom);
    for (let byte = 0; byte < count; byte++, at++) {
      const shown = text.charCodeAt(at);
      if (shown === DOT || shown === hex.at(this.lineFrom + byte)) continue;
      if (this.isAtLineEnd(at)) break; // Blanks at the end of a line were left out.
      return;
    }
    if (isFramed && text[at] === '|') at++;
    if (this.isAtLineEnd(at)) this.goOn(at);
  }

  private isAtLineEnd(at: number): boolean {
    return at >= this.text.length || classAt(this.text, at) === BREAK;
  }

  private close(found: ByteList[]): void {
    const { start, lastEnd: end, forms } = this;
    this.start = -1;
    this.forms = ALL;
    if (start < 0 || this.items < 2) return;
    const readings: ByteReading[] = [];
    const read = (form: number, bytes: GrowingBytes, isSure: boolean) => {
      if ((forms & form) === 0 || bytes.length < BYTES_MIN) return;
      readings.push({ bytes: bytes.copy(), isSure });
    };
    read(HEX, this.hex, true);
    if ((forms & PAIR) !== 0 && this.hex.length >= BYTES_MIN && this.hex.length % 2 === 0) {
      readings.push({ bytes: this.hex.copy().swap16(), isSure: true });
    }
    read(DECIMAL, this.decimal, false);
    read(OCTAL, this.octal, false);
    read(BINARY, this.binary, true);
    read(CODE_POINT, this.codePoints, true);
    if (readings.length > 0) found.push({ start, end, readings, hasLetters: this.hasLetters });
  }
}

/** Whether a letter may stand before digits: `U+006A`, `\\x6a`. */
const isSign = (code: number): boolean =>
  (code | LOWER) === LETTER_U || (code | LOWER) === LETTER_X;

const DOT = 0x2e;
const PLUS = 0x2b;
const ZERO = 0x30;
const NINE = 0x39;
/** The letter `a` stands for ten. */
const TEN_AT = 0x61 - 10;
const BACKSLASH = 0x5c;
const LETTER_H = 0x68;
const LETTER_U = 0x75;
const LETTER_X = 0x78;
/** Makes a capital letter of ASCII a small one, and leaves digits as they are. */
const LOWER = 0x20;

/** By the number of its digits, what they may be; which of them they are is told by the largest one. */
const FORMS_BY_LENGTH = [
  0,
  DECIMAL,
  HEX_PAIR | DECIMAL | OCTAL,
  DECIMAL | OCTAL,
  HEX_WORD | PAIR,
  0,
  0,
  BINARY,
  HEX_LONG | BINARY,
  0,
];

function formsOf(text: string, from: number, to: number): number {
  let forms = FORMS_BY_LENGTH[to - from] as number;
  if ((forms & (DECIMAL | OCTAL | BINARY)) === 0) return forms;
  let largest = 0;
  for (let at = from; at < to; at++) largest = Math.max(largest, text.charCodeAt(at));
  if (largest > NINE) return forms & (HEX | PAIR);
  if (largest > ZERO + 1) forms &= ~BINARY;
  if (largest > ZERO + 7) forms &= ~OCTAL;
  if (to - from < 3 || (forms & (DECIMAL | OCTAL)) === 0) return forms;
  if (valueOf(text, from, to, 10) > 0xff) forms &= ~DECIMAL;
  if (text.charCodeAt(from) > ZERO + 3) forms &= ~OCTAL;
  return forms;
}

/** What digits stand for that are of the base. */
function valueOf(text: string, from: number, to: number, base: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    value = value * base + (code > NINE ? (code | LOWER) - TEN_AT : code - ZERO);
  }
  return value;
}

const CODE_POINT_MAX = 0x10ffff;

const codePointForm = (digits: string): number =>
  digits.length >= 4 && digits.length <= 6 && Number.parseInt(digits, 16) <= CODE_POINT_MAX
    ? CODE_POINT
    : 0;

const NO_BYTES = Buffer.alloc(0);
const BYTES_AT_FIRST = 64;

/** Bytes of which nobody knows how many there will be. */
class GrowingBytes {
  private bytes = NO_BYTES;
  length = 0;

  at(index: number): number {
    return this.bytes[index] as number;
  }

  clear(): void {
    this.length = 0;
  }

  push(byte: number): void {
    if (this.length === this.bytes.length) {
      this.bytes = Buffer.concat([this.bytes], Math.max(BYTES_AT_FIRST, 2 * this.length));
    }
    this.bytes[this.length++] = byte;
  }

  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}
