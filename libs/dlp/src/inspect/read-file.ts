import type { Steps } from '#kernel';
import type { FileForm, Unreadable } from '#wire';
import { SLICE_CHARS } from '../limits.js';
import { kindOfFile } from '../scan/file-magic.js';

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
/** Base64 too, yet other bytes. */
const HEX = /^(?=.*\d)[0-9a-fA-F]{64,}$/;
/** Also the alphabet of URLs, and with line breaks: not strict, but no prose either. */
const LOOSE_BASE64 = /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/;
const FILE_CHARS_MIN = 64; // Shorter ones are words or the digits of a card as likely as bytes.
const FILE_BYTES_MIN = 48;
const HEAD_CHARS = 1_368; // Of as many bytes as `kindOfFile` looks at.

/**
 * What stands where the schema allows a file. It passes unscanned only as strict base64 in full, of a
 * file's length, with a declared type if it is a `data:` URL: anything else is text, whatever it begins with.
 */
export function* readFile(value: string, kind: Unreadable, form: FileForm): Steps<FileReading> {
  if (form === 'opened') return { ...(yield* readFile(value, kind, 'url')), unread: kind };
  const head = DATA_URL.exec(value.slice(0, 128));
  if (head) {
    const isStrict = yield* isBase64(value, head[0].length);
    return isStrict ? fileOf(value, head[0].length, kindOf(head[1] ?? '', head[2] ?? '')) : UNCLEAR;
  }
  if (/^\s*data:/i.test(value)) return UNCLEAR;
  if (form === 'url' || value === '') return TEXT;
  const start = value.slice(0, SLICE_CHARS);
  if (!HEX.test(start) && (yield* isBase64(value, 0))) return fileOf(value, 0, kind);
  return value.length >= FILE_CHARS_MIN && LOOSE_BASE64.test(start) ? UNCLEAR : TEXT;
}

/**
 * Whatever it calls itself, a file is what it begins like. A picture begins like one; recordings of bare
 * samples like nothing that is known, but not with letters.
 */
function fileOf(value: string, from: number, claimed: Unreadable): FileReading {
  const head = Buffer.from(value.slice(from, from + HEAD_CHARS), 'base64');
  const isText = value.length - from < FILE_CHARS_MIN;
  const kind = kindOfFile(head);
  if (kind === claimed || isText) return { isText, unread: kind ?? claimed };
  const isSound = claimed === 'audio' && kind === null && !LETTERS.test(startOf(head));
  return { isText, unread: isSound ? 'audio' : 'document' };
}

const startOf = (head: Buffer): string => head.toString('utf8', 0, FILE_BYTES_MIN);

/** The last character may be cut. */
const LETTERS = /^(?=.*\p{L})[\t\n\r[^\p{Cc}\ufffd]]+\ufffd{0,3}$/sv;

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
