import { findingOf, type Finding, type Kind } from '../../../kinds.js';
import type { WordMatcher } from '../../secrets/word-index.js';
import { isWordCode } from '../../secrets/shape.js';
import { letterAt, letterOf, NO_LETTER, SKIPPED } from '../../words/letters.js';

/** A value that only the word in front of it makes one. */
export interface Labelled {
  readonly kind: Kind;
  readonly subtype?: string;
  /** Of one or more words each, separated by commas; case, accents and what parts the words make no difference. */
  readonly labels: string;
  /** Sticky, from the first character of the value on. */
  readonly value: RegExp;
  readonly score: number;
  readonly isNone?: (value: string) => boolean;
  /** Also behind a verb or a blank alone: `serial number is …`, `IDFA …`. */
  readonly isSpoken?: true;
}

/** `": "`, `=`, `</b>: `, ` #`; with the quotes of a key and of a string, escaped or not. */
const GIVEN = /\\?["'\])]{0,2}[ \t]{0,4}(?:=>|[:=#]|-{1,2}>)[ \t]{0,4}\\?["'`(]?/y;
const SPOKEN =
  /[ \t]{1,2}(?:(?:no|nr|n[º°o]|num|number|nummer|numero|id|is|ist|lautet|est|es|e|è|é|jest|är|er|on)\b\.?[ \t]{0,2}:?[ \t]{1,2}){0,2}\\?["'`(#]?/iy;

/** A matcher for each label, by which `WordIndex` tells them from other words. */
export const labelled = (told: Labelled): readonly WordMatcher[] =>
  [...spellingsOf(told)].map(([label, prefixes]) => ({
    prefixes,
    find: (text, at, findings) => {
      const end = endOfLabel(text, at, label);
      if (end < 0) return;
      const from = behind(GIVEN, text, end) ?? (told.isSpoken && behind(SPOKEN, text, end));
      const finding = from && valueAt(told, text, from);
      if (finding) findings.push(finding);
    },
  }));

/** The whole text, where the member that it is the value of has a label for its name. */
export function findLabelled(
  told: readonly Labelled[],
  text: string,
  name: string,
  findings: Finding[],
): void {
  for (const one of told) {
    if (!labelsOf(one).some((label) => endOfLabel(name, 0, label) === name.length)) continue;
    const finding = valueAt(one, text, 0);
    if (finding?.end === text.length) findings.push(finding);
  }
}

function valueAt(told: Labelled, text: string, from: number): Finding | undefined {
  const { kind, subtype, value, score, isNone } = told;
  value.lastIndex = from;
  const written = value.exec(text)?.[0];
  if (written === undefined || isNone?.(written)) return undefined;
  return findingOf(kind, from, from + written.length, { score, evidence: 'cue', subtype });
}

const labelsOf = ({ labels }: Labelled): readonly string[] => labels.split(',');

/** Of each label, how it may begin: `número` and `numéro` are read alike, and looked up apart. */
function spellingsOf(told: Labelled): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, readonly string[]>();
  for (const label of labelsOf(told)) {
    const plain = plainOf(label);
    const prefixes = spellings.get(plain) ?? [plain.slice(0, 3)];
    spellings.set(plain, [...prefixes, label.slice(0, 3)]);
  }
  return spellings;
}

const plainOf = (letters: string): string =>
  letters
    .split('')
    .map((letter) => String.fromCharCode(letterOf(letter.charCodeAt(0)) || BLANK))
    .join('');

function behind(pattern: RegExp, text: string, end: number): number | undefined {
  pattern.lastIndex = end;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Behind the label, if it stands there whole: `user_name`, `user name`, `userName`; -1 otherwise. */
function endOfLabel(text: string, at: number, label: string): number {
  let index = at;
  for (let place = 0; place < label.length;) {
    const unit = text.charCodeAt(index);
    const expected = letterOf(label.charCodeAt(place));
    if (expected === NO_LETTER) {
      if (PARTING.has(unit)) index++;
      place++;
      continue;
    }
    const letter = letterOf(unit);
    if (letter === SKIPPED) index++;
    else if (letter !== expected) return -1;
    else {
      index++;
      place++;
    }
  }
  return letterAt(text, index) === NO_LETTER && !isWordCode(text.charCodeAt(index)) ? index : -1;
}

const BLANK = 0x20;
/** `user name`, `user-name`, `user_name`, `S/N`, `user.name`, `d'utilisateur`. */
const PARTING: ReadonlySet<number> = new Set([BLANK, 0x2d, 0x5f, 0x2f, 0x2e, 0x27, 0x2019]);
