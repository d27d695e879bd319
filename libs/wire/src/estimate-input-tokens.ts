import { stringOf, type JsonDocument, type JsonNode, type JsonObject } from '#kernel';
import { isFileMember } from './texts/file-members.js';

/** About what a large image costs with current models: 1 536 patches of 32 by 32 pixels. */
export const IMAGE_TOKENS = 1_536;

const ASCII_PER_TOKEN = 4;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image_url', 'input_image', 'image']);
/** A file is no text to a model, and its characters would count a hundredfold. */
const FILE_CHARACTERS_MIN = 256; // Shorter values may well be words, and cost little if they are not.
const BASE64 = /^[\w+/-]+={0,2}$/;

interface Tally {
  ascii: number;
  other: number;
  tokens: number;
}

/** Rough but cheap: it decides how much money to set aside, and real usage replaces it. */
export function estimateInputTokens(document: JsonDocument): number {
  const tally = { ascii: 0, other: 0, tokens: 0 };
  add(document.root, tally);
  return Math.ceil(tally.ascii / ASCII_PER_TOKEN) + tally.other + tally.tokens;
}

function add(node: JsonNode, tally: Tally): void {
  switch (node.kind) {
    case 'string':
      return addText(node.value, tally);
    case 'array':
      for (const item of node.items) add(item, tally);
      return;
    case 'object':
      return addObject(node, tally);
    case 'scalar':
      tally.tokens++; // Inputs of embeddings may be tokens already, one number each.
  }
}

function addObject({ keys, values }: JsonObject, tally: Tally): void {
  keys.forEach((key, index) => {
    const value = values[index];
    if (!value) return;
    tally.ascii += key.length; // Schemas of tools are made of keys.
    if (key === 'type' && IMAGE_TYPES.has(stringOf(value) ?? '')) tally.tokens += IMAGE_TOKENS;
    if (value.kind !== 'string' || !isFile(key, value.value)) add(value, tally);
  });
}

/** Judged by a sample: text that only begins like a file still has its spaces. */
function isFile(key: string, value: string): boolean {
  if (!isFileMember(key) || value.length < FILE_CHARACTERS_MIN || value.includes(' ')) return false;
  const start = value.startsWith('data:') ? value.indexOf(',') + 1 : 0;
  return BASE64.test(value.slice(start, start + FILE_CHARACTERS_MIN));
}

function addText(text: string, tally: Tally): void {
  // One native call settles the common case: as many bytes as characters means ASCII only.
  if (Buffer.byteLength(text) === text.length) {
    tally.ascii += text.length;
    return;
  }
  let other = 0;
  let lowSurrogates = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code >= 0xdc00 && code <= 0xdfff) lowSurrogates++;
    else other++;
  }
  tally.other += other;
  tally.ascii += text.length - other - lowSurrogates;
}
