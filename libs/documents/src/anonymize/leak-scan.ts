import { inflateRawSync, inflateSync } from 'node:zlib';
import { PatternSearch } from './pattern-search.js';

const INFLATED_BYTES_MAX = 256 * 1_048_576; // Of what we wrote ourselves; more is nothing that we wrote.

/**
 * Whether a value stands anywhere in a file that is about to be handed out. It shares nothing with what took the
 * values out: it reads archives by their directory, streams of PDF by their words, and text by what is left when
 * everything between angle brackets is gone.
 */
export function hasLeak(bytes: Uint8Array, values: readonly string[]): boolean {
  const search = searchFor(values);
  const file = asBuffer(bytes);
  const parts = isArchive(file) ? partsOf(file) : null;
  // What is packed reads as noise; where nothing is packed the file is the text.
  if (parts)
    return parts.some(({ name, bytes: part }) => leaksIn(name, search) || partLeaks(part, search));
  if (file.subarray(0, 1_024).includes('%PDF-')) return pdfLeaks(file, search);
  return search.bytes.isIn(file) || leaksIn(file.toString('utf8'), search);
}

/** The same of parts of a PDF: objects as a whole. */
export function hasLeakInPdf(parts: readonly Uint8Array[], values: readonly string[]): boolean {
  const search = searchFor(values);
  return parts.some((part) => pdfLeaks(asBuffer(part), search));
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const searchFor = (values: readonly string[]): Search => ({
  bytes: new PatternSearch(bytePatterns(values)),
  text: textSearch(values),
});

interface Search {
  readonly bytes: PatternSearch;
  readonly text: PatternSearch;
}

function* bytePatterns(values: readonly string[]): Iterable<Uint8Array> {
  for (const value of values) {
    const utf8 = Buffer.from(value, 'utf8');
    const utf16 = Buffer.from(value, 'utf16le');
    const swapped = Buffer.from(utf16).swap16();
    yield utf8;
    yield utf16;
    yield swapped;
    yield Buffer.from(utf8.toString('hex'));
    yield Buffer.from(swapped.toString('hex'));
    yield Buffer.from(encodeURIComponent(value));
    yield Buffer.from(value, 'latin1');
  }
}

const textSearch = (values: readonly string[]): PatternSearch =>
  new PatternSearch(values.flatMap((value) => [unitsOf(folded(value)), unitsOf(squeezed(value))]));

const unitsOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Numbers are written in groups. */
const squeezed = (text: string): string =>
  /\d/.test(text) ? folded(text).replaceAll(/[\s.-]/g, '') : folded(text);

function leaksIn(text: string, { text: search }: Search): boolean {
  return search.isIn(unitsOf(folded(text)));
}

const isArchive = (file: Buffer): boolean => file.subarray(0, 4).equals(LOCAL_HEADER);
const LOCAL_HEADER = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** By the directory at the end. Bytes that it does not lead to are looked at as they are. */
function partsOf(file: Buffer): readonly Part[] {
  const end = file.lastIndexOf(DIRECTORY_END);
  if (end < 0) return [{ name: '', bytes: file }];
  const parts: Part[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (file.readUInt32LE(at) !== DIRECTORY_ENTRY) break;
    const method = file.readUInt16LE(at + 10);
    const packed = file.readUInt32LE(at + 20);
    const nameLength = file.readUInt16LE(at + 28);
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(from, from + packed);
    const read =
      method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: INFLATED_BYTES_MAX });
    parts.push({ name, bytes: read });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

function partLeaks(part: Buffer, search: Search): boolean {
  const text = part.toString('utf8');
  if (!text.trimStart().startsWith('<')) return search.bytes.isIn(part);
  const { words, attributes } = readMarkup(text);
  // Words lie in runs beside each other, or in paragraphs that have nothing to do with each other.
  return [words.join(''), words.join(' '), ...attributes].some(
    (read) => leaksIn(read, search) || search.bytes.isIn(Buffer.from(read)),
  );
}

const TAG = /<[^>]*>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Names of formats: the same in every document. */
const FORMAT_NAME = /^(?:xmlns(?::.*)?|Type|ContentType|uri|TargetMode)$/;

function readMarkup(text: string): {
  readonly words: readonly string[];
  readonly attributes: readonly string[];
} {
  const words = text
    .split(TAG)
    .map(withoutReferences)
    .filter((word) => word !== '');
  const attributes: string[] = [];
  for (const [tag] of text.matchAll(TAG)) {
    for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
      if (!FORMAT_NAME.test(name)) attributes.push(withoutReferences(double ?? single ?? ''));
    }
  }
  return { words, attributes: [attributes.join('\n')] };
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const withoutReferences = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (name) return SIGNS[name] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const STREAM = Buffer.from('stream');
const END_STREAM = Buffer.from('endstream');
const HEX_STRING = /<([\da-fA-F\s]{8,})>/g;

function pdfLeaks(file: Buffer, search: Search): boolean {
  if (search.bytes.isIn(file) || hexLeaks(file, search)) return true;
  for (let at = file.indexOf(STREAM); at >= 0;) {
    const from = file.indexOf(0x0a, at) + 1;
    const end = file.indexOf(END_STREAM, from);
    if (from === 0 || end < 0) return false;
    const inflated = inflatedOf(file.subarray(from, end));
    if (inflated && (search.bytes.isIn(inflated) || hexLeaks(inflated, search))) return true;
    at = file.indexOf(STREAM, end + END_STREAM.length);
  }
  return false;
}

/** Null where the stream is packed otherwise, as pictures are. */
function inflatedOf(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: INFLATED_BYTES_MAX });
  } catch {
    return null; // No Flate: its bytes were looked at as part of the file.
  }
}

function hexLeaks(bytes: Buffer, search: Search): boolean {
  const text = bytes.toString('latin1');
  for (const [, digits = ''] of text.matchAll(HEX_STRING)) {
    if (search.bytes.isIn(Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'))) return true;
  }
  return false;
}
