import type { OwnPattern } from '#call';
import type { Steps } from '#kernel';
import { RE2JS, RE2Set } from 're2js';
import { findingOf, type Finding } from '../../kinds.js';
import { mod97 } from '../numbers/check-digits.js';
import { passesLuhn } from '../numbers/luhn.js';
import { mentions, NEAR_GAIN, scoreBy, surroundingsOf, wordsOf } from '../surroundings.js';

/** Read in one step: one pass of all patterns together takes half a millisecond. */
const WINDOW_CHARS = 4_096;
/** Read beyond a window, so that a value that begins in it is whole. */
const OVERLAP_CHARS = 256;
/** A value that goes on beyond that is read once more, up to this length; what is left of it is another. */
const VALUE_CHARS_MAX = 4_096;

interface Pattern {
  readonly name: string;
  readonly label: string;
  readonly expression: RE2JS;
  readonly score: number;
  readonly words: readonly string[];
  readonly isValid: (value: string) => boolean;
}

const CHECKS: Readonly<Record<OwnPattern['check'], (value: string) => boolean>> = {
  none: () => true,
  luhn: (value) => passesLuhn(value.replaceAll(/\D/g, '')),
  mod97: (value) => mod97(value.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()) === 1,
};

/** The patterns of one organisation, compiled once: all of them tell in one pass whether any is there. */
export class OwnPatterns {
  private readonly patterns: readonly Pattern[];
  private readonly all = new RE2Set();

  constructor(patterns: readonly OwnPattern[]) {
    this.patterns = patterns.map(compile);
    for (const { pattern } of patterns) this.all.add(pattern);
    this.all.compile();
  }

  /** Adds the values that begin in `[from, to)`. @param name what the caller calls the text */
  *scanRange(
    text: string,
    from: number,
    to: number,
    name: string,
    findings: Finding[],
  ): Steps<void> {
    for (let at = from; at < to; at += WINDOW_CHARS) {
      const end = Math.min(to, at + WINDOW_CHARS);
      // One more on either side, for what a word boundary looks at.
      const window = text.slice(Math.max(0, at - 1), end + OVERLAP_CHARS + 1);
      for (const index of this.all.match(window)) {
        yield;
        addValues(this.patterns[index] as Pattern, text, at, end, name, findings);
      }
      yield;
    }
  }
}

function compile({ name, label, pattern, score, words, check }: OwnPattern): Pattern {
  return {
    name,
    label,
    expression: RE2JS.compile(pattern),
    score,
    words: words.length > 0 ? wordsOf(words.join(',')) : [],
    isValid: CHECKS[check],
  };
}

function addValues(
  pattern: Pattern,
  text: string,
  from: number,
  to: number,
  name: string,
  findings: Finding[],
): void {
  const base = Math.max(0, from - 1);
  const stop = to + OVERLAP_CHARS;
  const matcher = pattern.expression.matcher(text.slice(base, stop + 1));
  while (matcher.find()) {
    const start = base + matcher.start();
    if (start < from || matcher.end() === matcher.start()) continue;
    if (start >= to) return;
    const end = base + matcher.end() < stop ? base + matcher.end() : endFrom(pattern, text, start);
    const finding = findingBy(pattern, text, start, end, name);
    if (finding) findings.push(finding);
  }
}

/** Where a value ends that the window does not hold whole. */
function endFrom({ expression }: Pattern, text: string, start: number): number {
  const base = Math.max(0, start - 1);
  const matcher = expression.matcher(text.slice(base, start + VALUE_CHARS_MAX));
  return matcher.find(start - base) && matcher.start() === start - base
    ? base + matcher.end()
    : start;
}

function findingBy(
  { name: subtype, label, score, words, isValid }: Pattern,
  text: string,
  start: number,
  end: number,
  name: string,
): Finding | null {
  if (start === end || !isValid(text.slice(start, end))) return null;
  const sure = words.length === 0 ? score : wordedScore(score, words, text, start, end, name);
  const grounds = { score: sure, evidence: 'checksum', subtype } as const;
  return { ...findingOf('own_pattern', start, end, grounds), label };
}

function wordedScore(
  score: number,
  words: readonly string[],
  text: string,
  start: number,
  end: number,
  name: string,
): number {
  const around = surroundingsOf(text, start, end, name);
  const isNamed = mentions(around, 'name', words) || mentions(around, 'near', words);
  return isNamed ? score : scoreBy(Math.max(0, score - NEAR_GAIN), around, words);
}
