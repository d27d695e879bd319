import { StringDecoder } from 'node:string_decoder';
import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import type { EncodedRun } from './encoded-runs.js';
import { HEAD_BYTES } from './file-magic.js';

export interface DecodedRun {
  /** Its first bytes. */
  readonly head: Buffer;
  /** The whole of it, where it is readable. */
  readonly text: string | null;
  /** Of as many different characters as compressed or encoded data is, and no filler nor word. */
  readonly isVaried: boolean;
}

/** Of a text that anybody reads, no more than this share is something else. */
const UNREADABLE_SHARE_MAX = 0.15;

const NOT_IN_ALPHABET = /[^A-Za-z0-9+/_-]+/g;
const HEX = /^[0-9a-fA-F]*$/;
const CONTROL = /[\p{Cc}\ufffd]/u;
/** Letters of one case and digits make names; data has both cases, and hexadecimal all of its few. */
const VARIED = { base64: 40, hex: 12 } as const;

/** Unreadable characters by unit, for those that are a table's size. */
const UNREADABLE = Uint8Array.from({ length: 256 }, (_, code) =>
  CONTROL.test(String.fromCharCode(code)) && !(code >= 0x09 && code <= 0x0d) ? 1 : 0,
);

/** Decodes until it is sure that nobody reads this. */
export function* decodeRun(text: string, run: EncodedRun): Steps<DecodedRun> {
  const encoding = (yield* isHex(text, run)) ? 'hex' : 'base64';
  const bytesMax = run.chars * (encoding === 'hex' ? 1 / 2 : 3 / 4);
  const decoder = new StringDecoder('utf8');
  const seen = new Uint8Array(128);
  const heads: Buffer[] = [];
  const pieces: string[] = [];
  let headBytes = 0;
  let unreadable = 0;
  let carried = '';
  for (let from = run.start; from < run.end; from += SLICE_CHARS) {
    const to = Math.min(run.end, from + SLICE_CHARS);
    const letters = carried + text.slice(from, to).replaceAll(NOT_IN_ALPHABET, '');
    const whole = to === run.end ? letters.length : letters.length - (letters.length % 4);
    carried = letters.slice(whole);
    const bytes = Buffer.from(letters.slice(0, whole), encoding);
    if (headBytes < HEAD_BYTES) headBytes += heads[heads.push(bytes) - 1]?.length ?? 0;
    for (let at = 0; at < whole; at++) seen[letters.charCodeAt(at)] = 1;
    const piece = decoder.write(bytes);
    unreadable += countUnreadable(piece);
    if (unreadable > bytesMax * UNREADABLE_SHARE_MAX) break;
    pieces.push(piece);
    if (to < run.end) yield;
  }
  const isReadable = unreadable <= bytesMax * UNREADABLE_SHARE_MAX;
  return {
    head: Buffer.concat(heads),
    text: isReadable ? pieces.join('') : null,
    isVaried: seen.reduce((sum, one) => sum + one, 0) >= VARIED[encoding],
  };
}

function* isHex(text: string, { start, end }: EncodedRun): Steps<boolean> {
  for (let from = start; from < end; from += SLICE_CHARS) {
    if (!HEX.test(text.slice(from, Math.min(end, from + SLICE_CHARS)))) return false;
    if (from + SLICE_CHARS < end) yield;
  }
  return true;
}

function countUnreadable(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    count += unit < 256 ? (UNREADABLE[unit] as number) : Number(unit === 0xfffd);
  }
  return count;
}
