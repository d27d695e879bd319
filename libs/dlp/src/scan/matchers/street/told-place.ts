import { findingOf, type Finding } from '../../../kinds.js';
import type { WordMatcher } from '../../secrets/word-index.js';
import { regionEnd } from './read-region.js';

const WORD = String.raw`[\p{L}][\p{L}.'’-]{0,24}`;
const NAME = String.raw`\p{Lu}[\p{L}.'’-]{1,24}`;
/** `74 Sikelianou Street`, `Dalbraut 99`, `Eriksson Bridge`. */
const SIDE = String.raw`(?:\d{1,5} )?${NAME}(?: ${WORD}){0,4}?(?: \d{1,4})?`;

interface Told {
  readonly prefixes: readonly string[];
  /** Of what begins at the word, sticky. */
  readonly pattern: RegExp;
  /** Of what stands right before the word and belongs to it. */
  readonly before: RegExp;
  /** Without that it is none. */
  readonly isNothingAlone?: boolean;
  readonly score: number;
}

/** How far a place goes back from the word that tells of it. */
const BEFORE_CHARS_MAX = 120;

const TOLD: readonly Told[] = [
  // Two streets that meet: nobody needs a number to find it.
  {
    prefixes: ['corner'],
    pattern: new RegExp(
      String.raw`corner of (?:the )?${SIDE} (?:and|&) (?:the )?${NAME}(?: ${NAME}){0,3}`,
      'uy',
    ),
    before: /\b(?:the|The) $/,
    score: 0.7,
  },
  // Post of the armed forces, whose places are units and ships.
  {
    prefixes: ['apo', 'fpo', 'dpo'],
    pattern: /(?:APO|FPO|DPO),? (?:AA|AE|AP) \d{5}(?:-\d{4})?(?!\d)/y,
    before: new RegExp(
      String.raw`(?:(?:(?:PSC|Unit|CMR) \d{1,5},? )?(?:Box|Unit) \d{1,5}|US[A-Z]{1,3} ${NAME}(?: ${NAME}){0,2})[, \n\r]{1,4}$`,
      'u',
    ),
    score: 0.9,
  },
  // A flat behind a number and a name, however they are written: `747 trg revolucije 17 apt. 858`.
  {
    prefixes: ['apt', 'suite'],
    pattern: /(?:Apt\b\.?|apt\.|Suite) ?#? ?\d{1,5}[A-Za-z]?(?![\p{L}\d])/uy,
    isNothingAlone: true,
    before: new RegExp(
      String.raw`(?<![\p{L}\d])\d{2,5} (?:${WORD}|\d{1,4} ${WORD})(?: ${WORD}){0,4}(?: \d{1,4}\.?)?,?[ \n\r]{1,3}$`,
      'u',
    ),
    score: 0.7,
  },
];

const matcherOf = ({ prefixes, pattern, before, isNothingAlone, score }: Told): WordMatcher => ({
  prefixes,
  find(text, at, findings: Finding[]) {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return;
    const end = pattern.lastIndex;
    const led = before.exec(text.slice(Math.max(0, at - BEFORE_CHARS_MAX), at));
    if (!led && isNothingAlone) return;
    const start = at - (led?.[0].length ?? 0);
    const grounds = { score, evidence: 'structure' } as const;
    findings.push(findingOf('street_address', start, regionEnd(text, end), grounds));
  },
});

/** Places that a word tells of, whatever they are called. */
export const TOLD_PLACES: readonly WordMatcher[] = TOLD.map(matcherOf);
