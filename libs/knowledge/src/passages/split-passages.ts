import type { Steps } from '#kernel';
import { tokensIn } from './tokens-in.js';

/** A stretch of a document that is embedded and found as a whole. */
export interface Passage {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
}

export interface Splitting {
  readonly tokensMax: number;
  /** Of the end of a passage that its successor begins with; at most half of it. */
  readonly overlapTokens: number;
}

/** Looked at in one go: some tenths of a millisecond. Longer paragraphs are two. */
const BLOCK_CHARS_MAX = 32_768;

/**
 * Parts a text where its writer did: between paragraphs, else between lines, sentences, words. Passages are as long
 * as they may be, and begin with the end of the one before.
 */
export function* splitPassages(
  text: string,
  { tokensMax, overlapTokens }: Splitting,
): Steps<readonly Passage[]> {
  const passages: Passage[] = [];
  let open: Passage[] = [];
  let tokens = 0;
  let isNew = false;
  const close = (): void => {
    passages.push({ text: open.map((block) => block.text).join('\n\n'), tokens });
    open = endOf(open, overlapTokens);
    tokens = sumOf(open);
    isNew = false;
  };
  for (const paragraph of paragraphsOf(text)) {
    for (const block of piecesOf(paragraph, tokensMax)) {
      if (isNew && tokens + block.tokens > tokensMax) close();
      while (open.length > 0 && tokens + block.tokens > tokensMax) {
        tokens -= (open.shift() as Passage).tokens; // Of the overlap, which gives way.
      }
      open.push(block);
      tokens += block.tokens;
      isNew = true;
    }
    yield;
  }
  if (isNew) close();
  return passages;
}

const sumOf = (blocks: readonly Passage[]): number =>
  blocks.reduce((sum, block) => sum + block.tokens, 0);

/** The last blocks that are within so many tokens; never all of them. */
function endOf(blocks: readonly Passage[], tokensMax: number): Passage[] {
  let from = blocks.length;
  let tokens = 0;
  while (from > 1) {
    tokens += (blocks[from - 1] as Passage).tokens;
    if (tokens > tokensMax) break;
    from--;
  }
  return blocks.slice(from);
}

/** What stands between blank lines, trimmed and never empty. */
function* paragraphsOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const isBlank = text.slice(at, Math.min(end, at + BLOCK_CHARS_MAX)).trim() === '';
    if (isBlank || end - start > BLOCK_CHARS_MAX) {
      yield* chunksOf(text, start, isBlank ? at : end);
      start = end;
    }
    at = end + 1;
  }
  yield* chunksOf(text, start, text.length);
}

function* chunksOf(text: string, start: number, end: number): Generator<string> {
  for (let at = start; at < end;) {
    const until = whole(text, at, Math.min(end, at + BLOCK_CHARS_MAX));
    const chunk = text.slice(at, until).trim();
    if (chunk !== '') yield chunk;
    at = until;
  }
}

/** The same end, or one more, where it would tear a character in two. */
const whole = (text: string, start: number, end: number): number => {
  const isTorn = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return isTorn && end > start ? end + 1 : end;
};

/** From what separates thoughts best to what does worst. */
const SEAMS = [/(?<=\n)/, /(?<=[.!?。！？]\s)/, /(?<=\s)/];

/** A block that is too long in pieces that are not, joined again as far as they may be. */
function* piecesOf(block: string, tokensMax: number, seam = 0): Generator<Passage> {
  const tokens = tokensIn(block);
  if (block === '') return;
  if (tokens <= tokensMax) return yield { text: block, tokens };
  const at = SEAMS[seam];
  if (at === undefined) return yield* cut(block, tokens, tokensMax);
  let joined = '';
  let held = 0;
  for (const piece of block.split(at)) {
    const more = tokensIn(piece);
    if (held + more > tokensMax) {
      yield* piecesOf(joined.trim(), tokensMax, seam + 1);
      [joined, held] = ['', 0];
    }
    joined += piece;
    held += more;
  }
  yield* piecesOf(joined.trim(), tokensMax, seam + 1);
}

/** What has no seam at all. */
function* cut(block: string, tokens: number, tokensMax: number): Generator<Passage> {
  const share = Math.max(1, Math.floor((block.length * tokensMax) / tokens) - 1);
  for (let start = 0; start < block.length;) {
    const end = whole(block, start, Math.min(block.length, start + share));
    const text = block.slice(start, end);
    yield { text, tokens: tokensIn(text) };
    start = end;
  }
}
