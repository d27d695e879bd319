import { mayHoldHidden } from './hidden-letters.js';
import {
  beginsDisguisedEscape,
  COMPATIBLE,
  mayHoldDisguisedEscapes,
  mayHoldJoints,
} from './decodings.js';
import { beginsLetterCells } from './letter-cells.js';
import { looksLatin, mayMixScripts } from './mixed-script.js';
import { mayBeMailEscape } from './plain-equals.js';
import { tableOf } from './unit-table.js';

/** What else a text may hold that has to be undone. */
export interface Hints {
  hasEscapes: boolean;
  hasLookalikes: boolean;
  hasHidden: boolean;
  hasDisguise: boolean;
  hasMarks: boolean;
  hasExponents: boolean;
  hasLetterCells: boolean;
  hasMixedScript: boolean;
  /** Only where terms are looked for. */
  hasJoints: boolean;
}

export const noHints = (): Hints => ({
  hasEscapes: false,
  hasLookalikes: false,
  hasHidden: false,
  hasDisguise: false,
  hasMarks: false,
  hasExponents: false,
  hasLetterCells: false,
  hasMixedScript: false,
  hasJoints: false,
});

const NOTHING = 0;
const EXPONENT = 1;
const ESCAPE = 2;
const MARK = 4;
const LOOKALIKE = 8;
const OTHER = 16;
const HIDDEN = 32;
const CELL = 64;
/** An escape begins with it, or it looks like a Latin letter: a pattern tells. */
const RARE = 128;
/** Classes of units that have to be looked at one by one. */
const BEGINNING = EXPONENT | ESCAPE | MARK | CELL;
const GLANCE_CHARS = 16;

/** What each unit may be the beginning of: nearly all of a text are none, and are looked at once. */
const CLASSES = tableOf((char, unit) => {
  if (unit > 0x7f) {
    return (
      OTHER |
      (COMPATIBLE.begins?.[unit] === 1 ? LOOKALIKE : 0) |
      (mayHoldHidden(char) ? HIDDEN : 0) |
      (beginsDisguisedEscape(char) || looksLatin(char) ? RARE : 0)
    );
  }
  if (/\d/.test(char)) return EXPONENT;
  if (/[\\%&=+]/.test(char)) return ESCAPE;
  if (char === '|') return CELL;
  return /[*\x60~<]/.test(char) ? MARK : NOTHING;
});

/** Looked at behind a slice, so that it cuts no sign of an escape. */
const BEHIND_CHARS = 32;

/** Notes what `[from, to)` of a text may hold; `isSearched` says whether terms are looked for in it. */
export function noteHints(
  hints: Hints,
  text: string,
  from: number,
  to: number,
  isSearched: boolean,
): void {
  let seen = 0;
  for (let at = from; at < to; at += GLANCE_CHARS) {
    const end = Math.min(to, at + GLANCE_CHARS);
    const here = classesIn(text, at, end);
    seen |= here;
    if ((here & BEGINNING) !== 0) noteBeginnings(hints, text, at, end);
  }
  if ((seen & LOOKALIKE) !== 0) hints.hasLookalikes = true;
  if ((seen & HIDDEN) !== 0) hints.hasHidden = true;
  const end = Math.min(text.length, to + BEHIND_CHARS);
  const seenTo = seen | classesIn(text, to, end);
  const mayBeDisguised = (seenTo & OTHER) !== 0 && (seenTo & (RARE | ESCAPE)) !== 0;
  if (!mayBeDisguised && !isSearched) return;
  const slice = text.slice(from, end);
  hints.hasMixedScript ||= (seenTo & RARE) !== 0 && mayMixScripts(slice);
  hints.hasDisguise ||= mayBeDisguised && mayHoldDisguisedEscapes(slice);
  if (isSearched) hints.hasJoints ||= mayHoldJoints(slice);
}

/** All that stretch holds at once, since nearly all hold nothing: no branch for each unit. */
function classesIn(text: string, from: number, to: number): number {
  let seen = 0;
  for (let at = from; at < to; at++) seen |= CLASSES[text.charCodeAt(at) & 0xffff] as number;
  return seen;
}

function noteBeginnings(hints: Hints, text: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const here = CLASSES[text.charCodeAt(at)] as number;
    if (here === EXPONENT) hints.hasExponents ||= isExponent(text, at);
    else if (here === ESCAPE) hints.hasEscapes ||= mayBeginEscape(text, at);
    else if (here === MARK) hints.hasMarks ||= isMark(text, at);
    else if (here === CELL) hints.hasLetterCells ||= beginsLetterCells(text, at);
  }
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** `4.111e15`: a digit, an `e` behind it, and a digit behind that or its sign. */
function isExponent(text: string, at: number): boolean {
  if ((text.charCodeAt(at + 1) | LOWER) !== LETTER_E) return false;
  const next = text.charCodeAt(at + 2);
  return isDigit(next === PLUS || next === DASH ? text.charCodeAt(at + 3) : next);
}

function mayBeginEscape(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === EQUALS) return mayBeMailEscape(text, at);
  if (unit === BACKSLASH) return true;
  const isBegun = unit === PERCENT ? BEHIND_PERCENT : BEHIND_AMPERSAND;
  return isBegun.test(text.charAt(at + 1));
}

/** A star and the like emphasises; a bracket needs a tag behind it. */
const isMark = (text: string, at: number): boolean =>
  text.charCodeAt(at) !== LESS || BEHIND_LESS.test(text.charAt(at + 1));

const BEHIND_PERCENT = /[0-9a-fuA-FU]/;
const BEHIND_AMPERSAND = /[#a-zA-Z]/;
const BEHIND_LESS = /[/!a-zA-Z]/;
const LETTER_E = 0x65;
/** Makes a capital of ASCII a small letter. */
const LOWER = 0x20;
const PERCENT = 0x25;
const PLUS = 0x2b;
const DASH = 0x2d;
const LESS = 0x3c;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;
