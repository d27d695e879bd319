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
import {
  ASCII_PER_TOKEN,
  fileKind,
  fileTokens,
  IMAGE_TOKENS,
  IMAGE_TOKENS_MOST,
  isFile,
  soundTokensMost,
} from './file-tokens.js';
import { isPointer, namedBy, type Around, type NamedInput } from './named-input.js';
import type { CallerProtocol } from './protocol.js';
import type { Place, Unreadable } from './texts/place.js';

const ASCII = 0x80;
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
/** What Gemini's format says of a file, in place of a type. */
const MIME_KEYS: ReadonlySet<string> = new Set(['mimeType', 'mime_type']);
const TOOL_USES: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use']);
const STEP_NODES = 8_192; // Well under a millisecond, as are
const STEP_CHARS = 262_144; // so many characters.
const NODE_CHARS = STEP_CHARS / STEP_NODES; // What a text costs, in values.
/** What goes in, as far as the request tells. */
export interface InputEstimate {
  /** All of them, the following ones included. */
  readonly inputTokens: number;
  /**
   * Of text and documents, as many as the bytes of the whole request: no token is less than a byte. Of a
   * picture, as many as may be charged for one; of sound, those of the longest that its bytes can hold.
   */
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
  /** Beside the bytes that count as such. */
  tokensMost: number;
  audio: number;
  image: number;
  marksCache: boolean;
  audioCharacters: number;
  /** Of files whose bytes say nothing of their tokens. */
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
    tokensMost: 0,
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
    } else addTokens(1, 1, tally); // Inputs of embeddings may be tokens already.
    if (--left > 0) continue;
    yield;
    left = STEP_NODES;
  }
  const { ascii, other, tokens, tokensMost, audio, image, marksCache } = tally;
  return {
    inputTokens: Math.ceil(ascii / ASCII_PER_TOKEN) + other + Math.ceil(tokens),
    inputTokensMost: (yield* bytesOf(text)) - tally.fileCharacters + Math.ceil(tokensMost),
    named: tally.named,
    audioTokens: Math.ceil(audio),
    imageTokens: image,
    marksCache,
    audioBytes: Math.ceil((tally.audioCharacters / 4) * 3),
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
    addFile(value, place.file.kind, tally);
  } else yield* addText(value, tally);
}

function addFile(value: string, place: Unreadable, tally: Tally): void {
  const kind = fileKind(value, place);
  const tokens = fileTokens(value, kind);
  if (kind === 'image') {
    tally.fileCharacters += value.length;
    if (place !== 'image') addImage(tally); // Elsewhere the type around it has counted it.
  } else if (kind === 'audio') {
    tally.fileCharacters += value.length;
    addTokens(tokens, soundTokensMost(value), tally);
  } else addTokens(tokens, 0, tally); // Its bytes count.
  if (place === 'audio') {
    tally.audio += tokens;
    tally.audioCharacters += value.length;
  }
}

function addImage(tally: Tally): void {
  addTokens(IMAGE_TOKENS, IMAGE_TOKENS_MOST, tally);
  tally.image += IMAGE_TOKENS;
}

function addTokens(tokens: number, most: number, tally: Tally): void {
  tally.tokens += tokens;
  tally.tokensMost += most;
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
    else if (MIME_KEYS.has(key) && here !== 'own') addMime(stringOf(value) ?? '', tally);
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
  if (IMAGE_TYPES.has(type)) addImage(tally);
  else if (AUDIO_TYPES.has(type)) tally.audio++;
  else if (MEDIA_TYPES.has(type)) addMedia(tally);
}

function addMime(mime: string, tally: Tally): void {
  if (mime.startsWith('image/')) addImage(tally);
  else if (/^(?:video|application)\//.test(mime)) addMedia(tally);
}

/** Its first pages or pictures may take more than its bytes. */
function addMedia(tally: Tally): void {
  addTokens(0, IMAGE_TOKENS_MOST, tally);
  tally.image++;
  tally.audio++;
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
