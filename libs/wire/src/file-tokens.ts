import type { FileForm, Unreadable } from './texts/place.js';

/** What files take of a model's input, by their kind and their characters in base64. */

/** About what a large image costs with current models: 1 536 patches of 32 by 32 pixels. */
export const IMAGE_TOKENS = 1_536;
/** As often as that an image may be charged: small models of OpenAI count 48 169 tokens for the largest. */
export const IMAGE_TIMES_MOST = 32;
export const IMAGE_TOKENS_MOST = IMAGE_TOKENS * IMAGE_TIMES_MOST;
export const ASCII_PER_TOKEN = 4;

/** A file is no text to a model, and its characters would count a hundredfold. */
const FILE_CHARACTERS_MIN = 256; // Shorter values may well be words, and cost little if they are not.
const BASE64 = /^[\w+/-]+={0,2}$/;
/** Of base64. Speech at 32 kbit/s is ten tokens a second; a page of a document, 48 KB or 1 000 tokens. */
const CHARACTERS_PER_TOKEN: Readonly<Record<FileKind, number>> = {
  image: Infinity, // By its type, whatever it weighs.
  audio: 500,
  document: 64,
  upload: 64,
  text: ASCII_PER_TOKEN,
};
const AUDIO_CHARACTERS_PER_SECOND_MIN = 667; // 500 bytes: the lowest rate that codecs offer.
const AUDIO_TOKENS_PER_SECOND_MOST = 32; // Gemini's; others count fewer.
/** What a data URL says it is; anything else is text in base64, and read as such. */
const MEDIA: readonly (readonly [RegExp, Unreadable])[] = [
  [/^data:image\//i, 'image'],
  [/^data:audio\//i, 'audio'],
  [/^data:(?:video\/|application\/(?:pdf|vnd\.|msword|octet-stream))/i, 'document'],
];

type FileKind = Unreadable | 'text';

/** Judged by a sample: text that only begins like a file still has its spaces. */
export function isFile(value: string, form: FileForm): boolean {
  if (value.length < FILE_CHARACTERS_MIN || value.includes(' ')) return false;
  const isUrl = value.startsWith('data:');
  if (form !== 'base64' && !isUrl) return false;
  const start = isUrl ? value.indexOf(',') + 1 : 0;
  return BASE64.test(value.slice(start, start + FILE_CHARACTERS_MIN));
}

/** What a file is: by itself, or by its place. */
export function fileKind(value: string, place: Unreadable): FileKind {
  if (!value.startsWith('data:')) return place;
  return MEDIA.find(([form]) => form.test(value))?.[1] ?? 'text';
}

/** Tokens that such a file usually takes. */
export const fileTokens = (value: string, kind: FileKind): number =>
  value.length / CHARACTERS_PER_TOKEN[kind];

/** Tokens of the longest sound that the file can hold. */
export const soundTokensMost = (value: string): number =>
  (value.length / AUDIO_CHARACTERS_PER_SECOND_MIN) * AUDIO_TOKENS_PER_SECOND_MOST;
