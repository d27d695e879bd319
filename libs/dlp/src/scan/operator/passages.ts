import type { Steps } from '#kernel';
import { PASSAGE_CHARS_MAX, SLICE_CHARS } from '../../limits.js';
import { COMMON, FUNCTION, GIVEN, SURNAME } from '../names/lexicon.js';
import { shippedModel } from '../names/model.js';
import { PADDING, Tokens } from '../names/tokens.js';

/** A part of a text that is read by itself. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 0x0a;
const LAST_BLANK = 0x20; // Of ASCII: blanks and what is not printed.
/** Capitals, and letters of scripts that have none. */
const CAPITAL = /[\p{Lu}\p{Lt}\p{Lo}]/u;
const LETTER = /\p{L}/u;
const LOW_SURROGATE = /^[\udc00-\udfff]/;

/**
 * The paragraphs of a text that may hold a name: with a capital, or a word of the lists where people write all
 * small. Long ones are cut at a line or a blank, so that none takes long to read.
 */
export function* passagesOf(text: string): Steps<readonly Passage[]> {
  const passages: Passage[] = [];
  let start = 0;
  let blank = 0; // Behind the last one; behind the last line, where that is not far.
  let line = 0;
  let isBlankLine = true;
  let left = SLICE_CHARS;
  const close = (end: number): void => {
    if (mayHoldNames(text, start, end)) passages.push({ start, end });
    start = end;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) {
      if (isBlankLine) close(at);
      isBlankLine = true;
      line = at + 1;
    } else if (code > LAST_BLANK) isBlankLine = false;
    if (code <= LAST_BLANK) blank = at + 1;
    if (at + 1 - start >= PASSAGE_CHARS_MAX) {
      const half = start + PASSAGE_CHARS_MAX / 2;
      close([line, blank].find((place) => place > half) ?? behindPair(text, at));
    }
    if (--left > 0) continue;
    yield;
    left = SLICE_CHARS;
  }
  close(text.length);
  return passages;
}

/** Where to cut behind `at` without parting the halves of a character. */
const behindPair = (text: string, at: number): number =>
  LOW_SURROGATE.test(text.charAt(at + 1)) ? at : at + 1;

/** Used again for every passage: nothing of it outlives a look. */
const tokens = new Tokens();
const NO_NAME = COMMON | FUNCTION;

function mayHoldNames(text: string, start: number, end: number): boolean {
  const passage = text.slice(start, end);
  if (CAPITAL.test(passage)) return true;
  if (!LETTER.test(passage)) return false;
  const { lexicon } = shippedModel();
  tokens.read(text, start, end);
  for (let at = PADDING; at < tokens.count - PADDING; at++) {
    const flags = lexicon.flagsOf(tokens.hash[at] as number);
    if ((flags & (GIVEN | SURNAME)) !== 0 && (flags & NO_NAME) === 0) return true;
  }
  return false;
}
