import { decodeText } from '../text/decode-text.js';

/** A field with its parameters, such as `Content-Type`. */
export interface Field {
  /** In lower case. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Fields of a part by their names in lower case; of several with one name, the first. */
export function readHeaders(head: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

const WORDS = /=\?([\w-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]*)\?=/gi;

/** A field as it is meant, in whatever way its letters are written. @param raw one character a byte */
export function decodeWords(raw: string): string {
  const plain = decodeText(Buffer.from(raw, 'latin1'));
  // Space between two encoded words is none: a letter may be parted over both.
  const joined = plain.replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1');
  const pieces: { charset: string; bytes: Buffer }[] = [];
  let written = '';
  let at = 0;
  const flush = (): void => {
    for (const { charset, bytes } of pieces) written += decodeText(bytes, charset);
    pieces.length = 0;
  };
  for (const match of joined.matchAll(WORDS)) {
    const [whole, charset = '', coding = '', text = ''] = match;
    if (match.index > at) {
      flush();
      written += joined.slice(at, match.index);
    }
    at = match.index + whole.length;
    const bytes =
      coding.toLowerCase() === 'b'
        ? fromBase64(text)
        : fromQuotedPrintable(text.replaceAll('_', ' '));
    const last = pieces.at(-1);
    if (last?.charset === charset) last.bytes = Buffer.concat([last.bytes, bytes]);
    else pieces.push({ charset, bytes });
  }
  flush();
  return written + joined.slice(at);
}

const PARAMETER = /;\s*([\w*!#$%&'+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

export function readField(raw = ''): Field {
  const [value = ''] = raw.split(';');
  const plain = new Map<string, string>();
  const pieces = new Map<
    string,
    { readonly place: number; readonly text: string; readonly isEscaped: boolean }[]
  >();
  for (const [, name = '', quoted, bare = ''] of raw.matchAll(PARAMETER)) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    const [, base = '', place, escaped] =
      /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(name.toLowerCase()) ?? [];
    if (base === '') continue;
    if (place === undefined && escaped === undefined) {
      plain.set(base, decodeWords(text));
      continue;
    }
    const list = pieces.get(base) ?? [];
    list.push({ place: Number(place ?? 0), text, isEscaped: escaped !== undefined });
    pieces.set(base, list);
  }
  for (const [name, list] of pieces) plain.set(name, joined(list));
  return { value: value.trim().toLowerCase(), parameters: plain };
}

/** A value in pieces, some of them escaped, as RFC 2231 has it. */
function joined(
  pieces: readonly { readonly place: number; readonly text: string; readonly isEscaped: boolean }[],
): string {
  const sorted = pieces.toSorted((a, b) => a.place - b.place);
  const first = sorted[0];
  const [, charset = '', rest] =
    (first?.isEscaped && /^([^']*)'[^']*'([^]*)$/.exec(first.text)) || [];
  const bytes = sorted.map(({ text, isEscaped }, index) => {
    const own = index === 0 && rest !== undefined ? rest : text;
    return isEscaped
      ? fromQuotedPrintable(own.replaceAll('=', '=3D').replace(/%([\da-f]{2})/gi, '=$1'))
      : Buffer.from(own, 'latin1');
  });
  return decodeText(Buffer.concat(bytes), charset);
}

/** What is no sign of the alphabet is passed over, as mail programs do. */
export const fromBase64 = (text: string): Buffer =>
  Buffer.from(text.replace(/[^A-Za-z0-9+/]/g, ''), 'base64');

/** @param text one character a byte */
export function fromQuotedPrintable(text: string): Buffer {
  const lines = text.replace(/[ \t]+(?=\r?\n)/g, '').replace(/=\r?\n/g, '');
  return Buffer.from(
    lines.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
}

const FOREIGN = /\S*[^\x20-\x7e]\S*(?: \S*[^\x20-\x7e]\S*)*/gu;
/** Of bytes, so that the word with its marks stays below the 75 characters that RFC 2047 allows. */
const WORD_BYTES_MAX = 45;

/** A field as it is written: what no mail program need understand in it stands as encoded words. */
export const encodeWords = (text: string): string =>
  text.replaceAll(/[\r\n]+/g, ' ').replaceAll(FOREIGN, (run) =>
    inWords(run)
      .map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
      .join('\r\n '),
  );

/** Pieces of whole characters. */
function inWords(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES_MAX) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word];
}
