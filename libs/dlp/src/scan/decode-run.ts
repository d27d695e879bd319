import type { Steps } from '#kernel';
import { SLICE_CHARS } from '../limits.js';
import { BASE32, BASE32_GROUP, bytesOfBase32 } from './base32.js';
import type { EncodedRun } from './encoded-runs.js';
import { HEAD_BYTES } from './file-magic.js';
import { BytesReader } from './read-bytes.js';

export interface DecodedRun {
  /** What of the run was decoded. */
  readonly run: EncodedRun;
  /** Its first bytes. */
  readonly head: Buffer;
  /** The whole of it, where it is readable. */
  readonly text: string | null;
  /** Of as many different characters as compressed or encoded data is, and no filler nor word. */
  readonly isVaried: boolean;
}

const NOT_IN_ALPHABET = /[^A-Za-z0-9+/_-]+/g;
/** Between lines. */
const BLANKS = /\s+/g;
const HEX = /^[0-9a-fA-F]*$/;
/** As programs write it. */
const HEX_SIGN = /^0[xX]/;

interface Encoding {
  readonly decode: (letters: string) => Buffer;
  /** Letters that are decoded together. */
  readonly group: number;
  readonly bytesPerChar: number;
  /** Letters of one case and digits make names; data has both cases, and hexadecimal all of its few. */
  readonly variedMin: number;
}

const BASE64: Encoding = {
  decode: (letters) => Buffer.from(letters, 'base64'),
  group: 4,
  bytesPerChar: 3 / 4,
  variedMin: 40,
};
const IN_HEX: Encoding = {
  decode: (letters) => Buffer.from(letters, 'hex'),
  group: 2,
  bytesPerChar: 1 / 2,
  variedMin: 12,
};
const IN_BASE32: Encoding = {
  decode: bytesOfBase32,
  group: BASE32_GROUP,
  bytesPerChar: 5 / 8,
  variedMin: Infinity, // What is no text is told by how it reads as base64.
};

/** Decodes until it is sure that nobody reads this, neither the whole of it nor what stands before its last line. */
export function* decodeRun(text: string, run: EncodedRun): Steps<DecodedRun> {
  const whole = yield* decodedAs(text, run);
  if (whole.text !== null || !run.before) return whole;
  const before = yield* decodedAs(text, run.before);
  return before.text === null ? whole : before;
}

function* decodedAs(text: string, run: EncodedRun): Steps<DecodedRun> {
  const { start, end, chars } = run;
  if (HEX_SIGN.test(text.slice(start, start + 2))) {
    const behind = { start: start + 2, end, chars: chars - 2 };
    if (yield* isAll(HEX, text, behind)) {
      return { ...(yield* decoded(text, behind, IN_HEX)), run };
    }
  }
  if (yield* isAll(HEX, text, run)) {
    const inHex = yield* decoded(text, run, IN_HEX);
    // Lines of hexadecimal are lists of hashes more often than anything.
    if (inHex.text !== null || chars === end - start) return inHex;
  }
  if (yield* isAll(BASE32, text, run)) {
    const inBase32 = yield* decoded(text, run, IN_BASE32);
    if (inBase32.text !== null) return inBase32;
  }
  return yield* decoded(text, run, BASE64);
}

function* decoded(text: string, run: EncodedRun, encoding: Encoding): Steps<DecodedRun> {
  const reader = new BytesReader(run.chars * encoding.bytesPerChar);
  const seen = new Uint8Array(128);
  const heads: Buffer[] = [];
  let headBytes = 0;
  let carried = '';
  for (let from = run.start; from < run.end; from += SLICE_CHARS) {
    const to = Math.min(run.end, from + SLICE_CHARS);
    const letters = carried + text.slice(from, to).replaceAll(NOT_IN_ALPHABET, '');
    const whole =
      to === run.end ? letters.length : letters.length - (letters.length % encoding.group);
    carried = letters.slice(whole);
    const bytes = encoding.decode(letters.slice(0, whole));
    if (headBytes < HEAD_BYTES) headBytes += heads[heads.push(bytes) - 1]?.length ?? 0;
    for (let at = 0; at < whole; at++) seen[letters.charCodeAt(at)] = 1;
    if (!reader.push(bytes)) break;
    if (to < run.end) yield;
  }
  return {
    run,
    head: Buffer.concat(heads),
    text: reader.text,
    isVaried: seen.reduce((sum, one) => sum + one, 0) >= encoding.variedMin,
  };
}

function* isAll(alphabet: RegExp, text: string, { start, end }: EncodedRun): Steps<boolean> {
  for (let from = start; from < end; from += SLICE_CHARS) {
    const slice = text.slice(from, Math.min(end, from + SLICE_CHARS));
    if (!alphabet.test(slice.replaceAll(BLANKS, ''))) return false;
    if (from + SLICE_CHARS < end) yield;
  }
  return true;
}
