import type { Steps } from '#kernel';
import { findingOf, type Finding } from '../../kinds.js';
import { CLASS, FOLD, MARK, NEWLINE, SPACE, UPPER } from './characters.js';
import { windowEnd } from './find-names.js';
import { COMMON, FUNCTION, PARTICLE, TITLE } from './lexicon.js';
import type { NameModel } from './model.js';
import {
  foldHash,
  HAS_DIGIT,
  HASH_SEED,
  hashOf,
  IS_IDENTIFIER,
  ONE_LETTER,
  PADDING,
  STARTS_UPPER,
  Tokens,
} from './tokens.js';

/** From this score on, a name of several words introduces a person. */
const INTRODUCING_SCORE = 0.75;
/** How sure a word is that belongs to a person whom an earlier text introduced. */
const INTRODUCED = { score: 0.6, evidence: 'model' } as const;

const NO_INTRODUCTION = COMMON | FUNCTION | PARTICLE | TITLE;
const NO_NAME = HAS_DIGIT | IS_IDENTIFIER | ONE_LETTER;
const WORD = /[\p{L}\p{M}]+/gu;

/** Used again for every window, by every conversation: nothing of it outlives a step. */
const tokens = new Tokens();

/**
 * The people of a conversation: who was introduced by full name in one text is found by surname alone in
 * those that come after it. What comes later changes nothing in what was sent before, so the beginning of
 * a conversation stays the same, for the caches of providers.
 */
export class IntroducedPeople {
  private readonly words = new Set<number>();

  constructor(private readonly model: NameModel) {}

  /**
   * Finds who was introduced before this text, then notes whom it introduces itself.
   * @param findings of the text
   * @returns what stands in none of them
   */
  *findIn(text: string, findings: readonly Finding[]): Steps<readonly Finding[]> {
    const more: Finding[] = [];
    const known = new Known(findings);
    for (let from = 0; this.words.size > 0 && from < text.length;) {
      const to = windowEnd(text, from);
      this.readWindow(text, from, to, known, more);
      from = to;
      if (from < text.length) yield;
    }
    for (const finding of findings) this.introduce(text, finding);
    return more;
  }

  private introduce(text: string, { kind, score, start, end, value }: Finding): void {
    if (kind !== 'person_name' || score < INTRODUCING_SCORE || value !== undefined) return;
    const words = text.slice(start, end).match(WORD) ?? [];
    if (words.length < 2) return;
    for (const word of words) {
      const hash = hashOf(word);
      const isOwn = (this.model.lexicon.flagsOf(hash) & NO_INTRODUCTION) === 0;
      if (isOwn && word.length > 2) this.words.add(hash);
    }
  }

  /** Few words are known, and nearly all of those were found anyway: only what is left is read as a name is. */
  private readWindow(text: string, from: number, to: number, known: Known, found: Finding[]): void {
    for (let at = from; at < to; at++) {
      let klass = CLASS[text.charCodeAt(at)] as number;
      if (klass >= SPACE) continue;
      const start = at;
      while (klass === MARK && ++at < to) klass = CLASS[text.charCodeAt(at)] as number;
      const isUpper = klass === UPPER;
      let hash = HASH_SEED;
      for (; at < to; at++) {
        const unit = text.charCodeAt(at);
        klass = CLASS[unit] as number;
        if (klass >= SPACE) break;
        if (isUpper && klass !== MARK) hash = foldHash(hash, FOLD[unit] as number);
      }
      if (!isUpper || !this.words.has(hash) || known.covers(start, at)) continue;
      if (isNameAt(text, start, at)) found.push(findingOf('person_name', start, at, INTRODUCED));
    }
  }
}

/** As far as an address goes on from its beginning, of which a word may be a part. */
const ADDRESS_CHARS_MAX = 512;

/** Whether the word is one of its own, and no part of an address nor the name of an account. */
function isNameAt(text: string, start: number, end: number): boolean {
  let from = start;
  while (from > 0 && start - from < ADDRESS_CHARS_MAX && !isWhite(text, from - 1)) from--;
  tokens.read(text, from, end);
  const at = tokens.count - PADDING - 1;
  const shape = tokens.shape[at] as number;
  return (shape & STARTS_UPPER) !== 0 && (shape & NO_NAME) === 0;
}

function isWhite(text: string, at: number): boolean {
  const klass = CLASS[text.charCodeAt(at)] as number;
  return klass === SPACE || klass === NEWLINE;
}

/** Where something is found already; places have to be asked for from left to right. */
class Known {
  private sorted: readonly Finding[] | undefined;
  private next = 0;
  private covered = 0;

  constructor(private readonly findings: readonly Finding[]) {}

  covers(start: number, end: number): boolean {
    const sorted = (this.sorted ??= this.findings.toSorted((a, b) => a.start - b.start));
    while (this.next < sorted.length && (sorted[this.next] as Finding).start < end) {
      this.covered = Math.max(this.covered, (sorted[this.next++] as Finding).end);
    }
    return this.covered > start;
  }
}
