import type { Steps } from '#kernel';
import { findingOf, type Finding } from '../../kinds.js';
import { windowEnd } from './find-names.js';
import { COMMON, FUNCTION, PARTICLE, TITLE } from './lexicon.js';
import type { NameModel } from './model.js';
import {
  HAS_DIGIT,
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
    for (let from = 0; this.words.size > 0 && from < text.length;) {
      const to = windowEnd(text, from);
      this.readWindow(text, from, to, more);
      from = to;
      if (from < text.length) yield;
    }
    for (const finding of findings) this.introduce(text, finding);
    return more.length === 0 ? more : withoutKnown(more, findings);
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

  private readWindow(text: string, from: number, to: number, found: Finding[]): void {
    tokens.read(text, from, to);
    for (let at = PADDING; at < tokens.count - PADDING; at++) {
      if (!this.words.has(tokens.hash[at] as number)) continue;
      const shape = tokens.shape[at] as number;
      if ((shape & STARTS_UPPER) === 0 || (shape & NO_NAME) !== 0) continue;
      const [start, end] = [tokens.start[at] as number, tokens.end[at] as number];
      found.push(findingOf('person_name', start, end, INTRODUCED));
    }
  }
}

/** Both in the order of their places. */
function withoutKnown(found: readonly Finding[], known: readonly Finding[]): readonly Finding[] {
  const sorted = known.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let covered = 0;
  return found.filter(({ start, end }) => {
    while (next < sorted.length && (sorted[next] as Finding).start < end) {
      covered = Math.max(covered, (sorted[next++] as Finding).end);
    }
    return covered <= start;
  });
}
