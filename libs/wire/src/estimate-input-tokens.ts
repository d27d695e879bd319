import { stringOf, type JsonDocument, type JsonNode, type JsonObject, type Steps } from '#kernel';
import { codecs } from './codecs.js';
import type { Protocol } from './protocol.js';
import type { Place, Unreadable } from './texts/place.js';

/** About what a large image costs with current models: 1 536 patches of 32 by 32 pixels. */
export const IMAGE_TOKENS = 1_536;

const ASCII_PER_TOKEN = 4;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image_url', 'input_image', 'image']);
/** A file is no text to a model, and its characters would count a hundredfold. */
const FILE_CHARACTERS_MIN = 256; // Shorter values may well be words, and cost little if they are not.
const STEP_NODES = 8_192; // Well under a millisecond, as are
const STEP_CHARS = 262_144; // so many characters.
const BASE64 = /^[\w+/-]+={0,2}$/;
/** Of base64. Speech at 32 kbit/s is ten tokens a second; a page of a document, 48 KB or 1 000 tokens. */
const CHARACTERS_PER_TOKEN: Readonly<Record<Unreadable, number>> = {
  image: Infinity, // By its type, whatever it weighs.
  audio: 500,
  document: 64,
  upload: 64,
};
/** What a data URL says it is; anything else is text in base64, and read as such. */
const MEDIA: readonly (readonly [RegExp, Unreadable])[] = [
  [/^data:image\//i, 'image'],
  [/^data:audio\//i, 'audio'],
  [/^data:(?:video\/|application\/(?:pdf|vnd\.|msword|octet-stream))/i, 'document'],
];

interface Tally {
  ascii: number;
  other: number;
  tokens: number;
}

/** A value and what the schema says of its place. */
interface Placed {
  readonly node: JsonNode;
  readonly place: Place | undefined;
}

/**
 * Rough but cheap: it decides how much money to set aside, and real usage replaces it. Everything
 * counts as text but what stands where the schema of `protocol` has a file, and looks like one.
 */
export function* estimateInputTokens({ root }: JsonDocument, protocol: Protocol): Steps<number> {
  const tally = { ascii: 0, other: 0, tokens: 0 };
  const open: Placed[] = [{ node: root, place: codecs[protocol].texts.request }];
  let left = STEP_NODES;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, place } = next;
    if (node.kind === 'string') yield* addString(node.value, place, tally);
    else if (node.kind === 'array') addItems(node.items, place?.items, tally, open);
    else if (node.kind === 'object') {
      addMembers(node, place?.pick ? place.pick(node) : place, tally, open);
    } else tally.tokens++;
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
  return Math.ceil(tally.ascii / ASCII_PER_TOKEN) + tally.other + Math.ceil(tally.tokens);
}

/** Inputs of embeddings may be tokens already, one number each. */
function addItems(
  items: readonly JsonNode[],
  place: Place | undefined,
  tally: Tally,
  open: Placed[],
): void {
  for (const node of items) {
    if (node.kind === 'scalar') tally.tokens++;
    else open.push({ node, place });
  }
}

function* addString(value: string, place: Place | undefined, tally: Tally): Steps<void> {
  if (place?.file && isFile(value, place.file.form)) {
    tally.tokens += value.length / charactersPerToken(value, place.file.kind);
  } else yield* addText(value, tally);
}

function addMembers(
  { keys, values }: JsonObject,
  place: Place | undefined,
  tally: Tally,
  open: Placed[],
): void {
  keys.forEach((key, index) => {
    const value = values[index];
    if (!value) return;
    tally.ascii += key.length; // Schemas of tools are made of keys.
    if (key === 'type' && IMAGE_TYPES.has(stringOf(value) ?? '')) tally.tokens += IMAGE_TOKENS;
    open.push({ node: value, place: place?.members?.get(key) ?? place?.rest });
  });
}

/** Judged by a sample: text that only begins like a file still has its spaces. */
function isFile(value: string, form: 'url' | 'base64'): boolean {
  if (value.length < FILE_CHARACTERS_MIN || value.includes(' ')) return false;
  const isUrl = value.startsWith('data:');
  if (form === 'url' && !isUrl) return false;
  const start = isUrl ? value.indexOf(',') + 1 : 0;
  return BASE64.test(value.slice(start, start + FILE_CHARACTERS_MIN));
}

function charactersPerToken(value: string, kind: Unreadable): number {
  if (!value.startsWith('data:')) return CHARACTERS_PER_TOKEN[kind];
  const media = MEDIA.find(([form]) => form.test(value));
  return media ? CHARACTERS_PER_TOKEN[media[1]] : ASCII_PER_TOKEN;
}

function* addText(text: string, tally: Tally): Steps<void> {
  // One native call settles the common case: as many bytes as characters means ASCII only.
  if (Buffer.byteLength(text) === text.length) {
    tally.ascii += text.length;
    return;
  }
  let other = 0;
  let lowSurrogates = 0;
  for (let from = 0; from < text.length; from += STEP_CHARS) {
    const to = Math.min(text.length, from + STEP_CHARS);
    if (from > 0) yield;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) continue;
      if (code >= 0xdc00 && code <= 0xdfff) lowSurrogates++;
      else other++;
    }
  }
  tally.other += other;
  tally.ascii += text.length - other - lowSurrogates;
}
