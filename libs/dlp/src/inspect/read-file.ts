import type { Steps } from '#kernel';
import type { Unreadable } from '#wire';
import { SLICE_CHARS } from '../limits.js';

export interface FileReading {
  /** The string is scanned as text. */
  readonly isText: boolean;
  /** What it holds that nobody can look into. */
  readonly unread: Unreadable | null;
}

const TEXT: FileReading = { isText: true, unread: null };
/** It claims to be a file, and is none that could be told: neither of its readings is left out. */
const UNCLEAR: FileReading = { isText: true, unread: 'document' };

const DATA_URL = /^data:([a-z]+)\/([a-z0-9.+-]{1,64});base64,/i;
const BASE64 = /^[A-Za-z0-9+/]*$/;
const BASE64_END = /^[A-Za-z0-9+/]*={0,2}$/;
/** Also the alphabet of URLs, and with line breaks: not strict, but no prose either. */
const LOOSE_BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/;
const LOOSE_CHARS_MIN = 64; // Shorter ones are words as likely as bytes.

/**
 * What stands where the schema allows a file. It passes unscanned only as strict base64 in full, with
 * a declared type if it is a `data:` URL: anything else is text, whatever it begins with.
 */
export function* readFile(
  value: string,
  kind: Unreadable,
  form: 'url' | 'base64',
): Steps<FileReading> {
  const head = DATA_URL.exec(value.slice(0, 128));
  if (head) {
    const isStrict = yield* isBase64(value, head[0].length);
    return isStrict ? { isText: false, unread: kindOf(head[1] ?? '', head[2] ?? '') } : UNCLEAR;
  }
  if (/^\s*data:/i.test(value)) return UNCLEAR;
  if (form === 'url' || value === '') return TEXT;
  if (yield* isBase64(value, 0)) return { isText: false, unread: kind };
  const start = value.slice(0, SLICE_CHARS);
  return value.length >= LOOSE_CHARS_MIN && LOOSE_BASE64.test(start) ? UNCLEAR : TEXT;
}

function* isBase64(text: string, from: number): Steps<boolean> {
  if ((text.length - from) % 4 !== 0) return false;
  for (let at = from; at < text.length; at += SLICE_CHARS) {
    const isLast = at + SLICE_CHARS >= text.length;
    if (!(isLast ? BASE64_END : BASE64).test(text.slice(at, at + SLICE_CHARS))) return false;
    if (!isLast) yield;
  }
  return true;
}

/** An SVG is a text, which no image model takes. */
function kindOf(type: string, subtype: string): Unreadable {
  const major = type.toLowerCase();
  if (major === 'image' && !subtype.toLowerCase().startsWith('svg')) return 'image';
  return major === 'audio' ? 'audio' : 'document';
}
