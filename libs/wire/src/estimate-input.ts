import {
  OWN_WORDS,
  itemsOf,
  member,
  objectOf,
  stringOf,
  type JsonDocument,
  type JsonNode,
  type JsonObject,
  type Steps,
} from '#kernel';
import { codecs } from './codecs.js';
import { isPointer, namedBy, type Around, type NamedInput } from './named-input.js';
import type { CallerProtocol } from './protocol.js';
import type { Place, Unreadable } from './texts/place.js';

/** About what a large image costs with current models: 1 536 patches of 32 by 32 pixels. */
export const IMAGE_TOKENS = 1_536;

const ASCII = 0x80;
const ASCII_PER_TOKEN = 4;
/**
 * Of a token, what each ASCII character takes: words a quarter; digits a half, as tokens hold one to three
 * of them; each other sign a whole one, as it is mostly a token by itself.
 */
const QUARTERS = Uint8Array.from({ length: ASCII }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\d/.test(character) ? 2 : /[!-/:-@[-`{-~]/.test(character) ? 4 : 1;
});
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image_url', 'input_image', 'image']);
/** What may hold pictures and sound alike, and is priced by what it holds. */
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'file',
  'input_file',
  'document',
  'document_url',
  'video',
  'video_url',
  'input_video',
]);
const AUDIO_TYPES: ReadonlySet<string> = new Set(['input_audio', 'audio', 'audio_url']);
const TOOL_USES: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use']);
/** A file is no text to a model, and its characters would count a hundredfold. */
const FILE_CHARACTERS_MIN = 256; // Shorter values may well be words, and cost little if they are not.
const STEP_NODES = 8_192; // Well under a millisecond, as are
const STEP_CHARS = 262_144; // so many characters.
const NODE_CHARS = STEP_CHARS / STEP_NODES; // What a text costs, in values.
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

/** What goes in, as far as the request tells. */
export interface InputEstimate {
  /** All of them, the following ones included. */
  readonly inputTokens: number;
  /** Of text, as many as the bytes of the whole request: no token is less than a byte. */
  readonly inputTokensMost: number;
  /** Input that is only named, beside all these. */
  readonly named: NamedInput | null;
  /** Not 0 where there is sound or a picture, though nobody can tell how much of it. */
  readonly audioTokens: number;
  readonly imageTokens: number;
  /** The request asks for a prompt cache, which may be a long one. */
  readonly marksCache: boolean;
  /** Of sound that is sent along. */
  readonly audioBytes: number;
}

interface Tally {
  /** Quarters of a token. */
  ascii: number;
  other: number;
  tokens: number;
  audio: number;
  image: number;
  marksCache: boolean;
  audioCharacters: number;
  fileCharacters: number;
  named: NamedInput | null;
}

/** A value and what the schema says of its place. */
interface Placed {
  readonly node: JsonNode;
  readonly place: Place | undefined;
  readonly around: Around;
}

/** Items that are still to be counted: as many as a body has values, so none of them is put aside. */
interface PlacedItems extends Omit<Placed, 'node'> {
  readonly items: readonly JsonNode[];
  at: number;
}

/**
 * Rough but cheap: it decides how much money to set aside, and real usage replaces it. Everything
 * counts as text but what stands where the schema of `protocol` has a file, and looks like one.
 */
export function* estimateInput(
  { root, text }: JsonDocument,
  protocol: CallerProtocol,
): Steps<InputEstimate> {
  const tally: Tally = {
    ascii: 0,
    other: 0,
    tokens: 0,
    audio: 0,
    image: 0,
    marksCache: false,
    audioCharacters: 0,
    fileCharacters: 0,
    named: (yield* namesItems(root)) ? 'stored' : null,
  };
  const open: Placed[] = [{ node: root, place: codecs[protocol].texts.request, around: 'plain' }];
  const lists: PlacedItems[] = [];
  let left = STEP_NODES;
  for (;;) {
    const next = open.pop() ?? takeItem(lists);
    if (!next) break;
    const { node, place, around } = next;
    if (node.kind === 'string') {
      yield* addString(node.value, place, tally);
      left -= node.value.length / NODE_CHARS;
    } else if (node.kind === 'array') {
      lists.push({ items: node.items, at: 0, place: place?.items, around });
    } else if (node.kind === 'object') {
      addMembers({ node, place: place?.pick ? place.pick(node) : place, around }, tally, open);
    } else tally.tokens++; // Inputs of embeddings may be tokens already.
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
  const { ascii, other, tokens, audio, image, marksCache, audioCharacters, fileCharacters } = tally;
  return {
    inputTokens: Math.ceil(ascii / ASCII_PER_TOKEN) + other + Math.ceil(tokens),
    inputTokensMost: (yield* bytesOf(text)) - fileCharacters + Math.ceil(tokens),
    named: tally.named,
    audioTokens: Math.ceil(audio),
    imageTokens: image,
    marksCache,
    audioBytes: Math.ceil((audioCharacters / 4) * 3),
  };
}

/** Of UTF-8, in steps; a pair of surrogates that two of them share counts a little more. */
function* bytesOf(text: string): Steps<number> {
  let bytes = 0;
  for (let from = 0; from < text.length; from += STEP_CHARS) {
    if (from > 0) yield;
    bytes += Buffer.byteLength(text.slice(from, from + STEP_CHARS));
  }
  return bytes;
}

function takeItem(lists: PlacedItems[]): Placed | undefined {
  for (let list = lists.at(-1); list; list = lists.at(-1)) {
    const node = list.items[list.at++];
    if (node) return { node, place: list.place, around: list.around };
    lists.pop();
  }
  return undefined;
}

function* addString(value: string, place: Place | undefined, tally: Tally): Steps<void> {
  if (place?.file && isFile(value, place.file.form)) {
    const tokens = value.length / charactersPerToken(value, place.file.kind);
    tally.tokens += tokens;
    tally.fileCharacters += value.length;
    if (place.file.kind === 'audio') {
      tally.audio += tokens;
      tally.audioCharacters += value.length;
    }
  } else yield* addText(value, tally);
}

function addMembers(
  { node, place, around }: Placed & { readonly node: JsonObject },
  tally: Tally,
  open: Placed[],
): void {
  const { keys, values } = node;
  const type = stringOf(member(node, 'type'));
  const here = aroundMembers(type, around);
  keys.forEach((key, index) => {
    const value = values[index];
    if (!value) return;
    tally.ascii += key.length; // Schemas of tools are made of keys.
    if (tally.named !== 'server') tally.named = namedBy(key, value, here) ?? tally.named;
    if (key === 'type') addType(type ?? '', tally);
    else if (key === 'cache_control') tally.marksCache = true;
    const isOwn = OWN_WORDS.has(key) || (key === 'input' && TOOL_USES.has(type ?? ''));
    open.push({
      node: value,
      place: place?.members?.get(key) ?? place?.rest,
      around: isOwn ? 'own' : here,
    });
  });
}

function aroundMembers(type: string | undefined, around: Around): Around {
  if (around === 'own' || type === undefined) return around;
  if (IMAGE_TYPES.has(type)) return 'picture';
  return MEDIA_TYPES.has(type) || AUDIO_TYPES.has(type) ? 'media' : around;
}

function* namesItems(root: JsonNode): Steps<boolean> {
  for (const [index, item] of itemsOf(member(root, 'input')).entries()) {
    const object = objectOf(item);
    if (object && isPointer(object, stringOf(member(object, 'type')))) return true;
    if (index % STEP_NODES === STEP_NODES - 1) yield;
  }
  return false;
}

function addType(type: string, tally: Tally): void {
  if (IMAGE_TYPES.has(type)) {
    tally.tokens += IMAGE_TOKENS;
    tally.image += IMAGE_TOKENS;
  } else if (AUDIO_TYPES.has(type)) tally.audio++;
  else if (MEDIA_TYPES.has(type)) {
    tally.image++;
    tally.audio++;
  }
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
  let quarters = 0;
  let other = 0;
  let before = -1;
  for (let from = 0; from < text.length; from += STEP_CHARS) {
    const to = Math.min(text.length, from + STEP_CHARS);
    if (from > 0) yield;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      // A line of dashes is one token, or few.
      if (code < ASCII) quarters += code === before ? 1 : (QUARTERS[code] as number);
      else if (code < 0xdc00 || code > 0xdfff) other++; // A pair of surrogates is one character.
      before = code;
    }
  }
  tally.other += other;
  tally.ascii += quarters;
}
