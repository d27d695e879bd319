import { StringDecoder } from 'node:string_decoder';
import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { LATIN, tableOf } from './unit-table.js';

/** Of a text that anybody reads, no more than this share is something else. */
const UNREADABLE_SHARE_MAX = 0.15;
const CONTROL = /[\p{Cc}\ufffd]/u;

/** Unreadable characters by unit, for those that are a table's size. */
const UNREADABLE = tableOf(
  (char, unit) => Number(CONTROL.test(char) && !(unit >= 0x09 && unit <= 0x0d)),
  LATIN,
);

type CharacterSet = 'utf8' | 'utf16le' | 'utf16be';

/** Reads bytes that come in pieces as the text they are, if they are one: UTF-8, or UTF-16 in either order. */
export class BytesReader {
  private set: CharacterSet | null = null;
  private decoder = new StringDecoder('utf8');
  private readonly pieces: string[] = [];
  private unreadable = 0;
  private readonly unreadableMax: number;
  /** Of two bytes that belong together, the first one. */
  private odd = NO_BYTES;

  /** @param bytesMax how many there are, at most */
  constructor(bytesMax: number) {
    this.unreadableMax = bytesMax * UNREADABLE_SHARE_MAX;
  }

  /** False once nobody reads this. */
  push(bytes: Buffer): boolean {
    if (this.set === null) {
      this.set = characterSetOf(bytes);
      if (this.set !== 'utf8') this.decoder = new StringDecoder('utf16le');
    }
    const piece = this.decoder.write(this.set === 'utf16be' ? this.swapped(bytes) : bytes);
    this.unreadable += countUnreadable(piece);
    this.pieces.push(piece);
    return this.unreadable <= this.unreadableMax;
  }

  /** Null where nobody reads it. */
  get text(): string | null {
    return this.unreadable <= this.unreadableMax ? this.pieces.join('') : null;
  }

  private swapped(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.odd, bytes]);
    const whole = all.length - (all.length % 2);
    this.odd = all.subarray(whole);
    return all.subarray(0, whole).swap16();
  }
}

/** What bytes read as; null where nobody reads them. */
export function* readBytes(bytes: Buffer): Steps<string | null> {
  const reader = new BytesReader(bytes.length);
  for (let from = 0; from < bytes.length; from += SLICE_CHARS) {
    if (!reader.push(bytes.subarray(from, from + SLICE_CHARS))) return null;
    if (from + SLICE_CHARS < bytes.length) yield;
  }
  return reader.text;
}

const NO_BYTES = Buffer.alloc(0);

const LOOKED_AT = 256;
/** Latin, Greek and Cyrillic letters stand below U+0600, and no byte of a text in UTF-8 is as low. */
const HIGH_MAX = 5;
const LOW_MIN = 0x20;
const ALIKE_SHARE = 0.8; // Dashes and quotes of a letter stand elsewhere.

/** By the beginning of a text: of two bytes for a character one says the script, nearly always the same. */
function characterSetOf(bytes: Buffer): CharacterSet {
  const pairs = Math.min(LOOKED_AT, bytes.length) >> 1;
  let [little, big] = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 2) {
    const [first, second] = [bytes[at] as number, bytes[at + 1] as number];
    if (second <= HIGH_MAX && (first >= LOW_MIN || second > 0)) little++;
    if (first <= HIGH_MAX && (second >= LOW_MIN || first > 0)) big++;
  }
  const enough = Math.max(1, pairs * ALIKE_SHARE);
  if (Math.max(little, big) < enough) return 'utf8';
  return little > big ? 'utf16le' : 'utf16be';
}

function countUnreadable(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    count += unit < 256 ? (UNREADABLE[unit] as number) : Number(unit === 0xfffd);
  }
  return count;
}
