import { FORM_CHARS_MAX } from '../limits.js';
import { CODE_CHARS, DIGIT_VALUES, valueAt } from '../pseudonyms/code.js';
import type { Pseudonym, Vault } from '../pseudonyms/vault.js';
import { withEmphasis } from './emphasis.js';
import {
  canBegin,
  foreignLabelStart,
  isJoined,
  isCodeStart,
  labelStart,
  NO,
  PARTIAL,
  readCode,
  readForeignLabel,
  readLabel,
  readNumber,
} from './read-pseudonym.js';

const FRAGMENT_CODE_CHARS_MIN = 3; // One text in thirty thousand has as many by chance.

/** A pseudonym of this call in a text, and the value it stands for. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly value: string;
}

/**
 * The code decides: its check character and the vault prove it, whatever became of the label.
 * Codes of other calls and lookalikes are left alone.
 *
 * @param from nothing before is part of an occurrence, but it is looked at for the word boundary
 * @param to codes are looked for before it, and read beyond it
 */
export function findPseudonyms(
  text: string,
  from: number,
  vault: Vault,
  to = text.length,
): Occurrence[] {
  const found: Occurrence[] = [];
  let limit = from;
  for (let at = from; at < to; at++) {
    const pseudonym = pseudonymAt(text, at, vault);
    if (!pseudonym) continue;
    const occurrence = occurrenceAt(text, at, limit, pseudonym);
    // Whole, or not at all: never a value behind what is left of a label.
    if (occurrence.start === at && isJoined(text, at)) continue;
    found.push(occurrence);
    limit = occurrence.end;
    at = occurrence.end - 1;
  }
  return found;
}

/**
 * Where the part begins that may still become a pseudonym, or grow by a number, once more text
 * comes; the end of the text if none. Prose seldom ends in such a part, so it flows undelayed.
 */
export function heldFrom(text: string, from: number, vault: Vault): number {
  for (let at = Math.max(from, text.length - FORM_CHARS_MAX); at < text.length; at++) {
    if (canBegin(text, at) && mayGrow(text, at, vault)) return at;
  }
  return text.length;
}

/**
 * Where the text broke off within a pseudonym of this call; the end of the text if it did not. What may
 * be a word of the model's own is none: it takes the label as it was written, underscore included, or
 * some of the code.
 */
export function fragmentFrom(text: string, from: number, vault: Vault): number {
  const start = Math.max(from, text.length - FORM_CHARS_MAX);
  for (const isFragment of [isWrittenFragment, isChangedFragment]) {
    for (let at = start; at < text.length; at++) {
      if (canBegin(text, at) && isFragment(text, at, vault)) return at;
    }
  }
  return text.length;
}

const isWrittenFragment = (text: string, at: number, vault: Vault): boolean =>
  vault.writtenLabels.some((label) => {
    const front = `${label}_`;
    if (text.startsWith(front, at)) return breaksOff(text, at + front.length, vault, 0);
    const rest = text.slice(at);
    return rest.includes('_') && front.startsWith(rest);
  });

const isChangedFragment = (text: string, at: number, vault: Vault): boolean =>
  [...vault.labels.map((label) => readLabel(text, at, label)), readForeignLabel(text, at)].some(
    (codeAt) => codeAt > 0 && breaksOff(text, codeAt, vault, FRAGMENT_CODE_CHARS_MIN),
  );

/** The text ends within a code of this call, of which at least `charsMin` are there. */
function breaksOff(text: string, codeAt: number, vault: Vault, charsMin: number): boolean {
  const code = readCode(text, codeAt);
  if (codeAt + code.length < text.length || code.length < charsMin) return false;
  return code === '' || (code.length < CODE_CHARS && vault.startsCode(code));
}

function pseudonymAt(text: string, at: number, vault: Vault): Pseudonym | undefined {
  const code = codeAt(text, at);
  return code === '' ? undefined : vault.find(code);
}

/** The upper-case code at `at`, or ''. Nearly every position fails at the first two questions. */
function codeAt(text: string, at: number): string {
  if (valueAt(text, at) < 0 || !isCodeStart(text, at)) return '';
  let digits = 0;
  for (let index = at; index < at + CODE_CHARS; index++) {
    const value = valueAt(text, index);
    if (value < 0) return '';
    if (value < DIGIT_VALUES) digits++;
  }
  return digits > 0 ? text.slice(at, at + CODE_CHARS).toUpperCase() : '';
}

function occurrenceAt(text: string, at: number, limit: number, pseudonym: Pseudonym): Occurrence {
  const codeEnd = at + CODE_CHARS;
  const code = text.slice(at, codeEnd).toUpperCase();
  const named = labelStart(text, at, limit, pseudonym.label);
  let start = named;
  if (start === NO) start = foreignLabelStart(text, at, limit);
  if (start === NO) start = at;
  const sign = named === NO ? '' : text.charAt(at - 1);
  const numberEnd = hasNumber(pseudonym) ? readNumber(text, codeEnd, sign, true) : NO;
  const number = numberEnd > 0 ? Number(text.charAt(numberEnd - 1)) : 1;
  const numbered = pseudonym.spellings[number - 1];
  const isNumbered = numberEnd > 0 && (number > 1 || pseudonym.isFirstNumbered);
  const [end, spelling] =
    isNumbered && numbered !== undefined
      ? [numberEnd, numbered]
      : [codeEnd, pseudonym.spellings[0] ?? ''];
  return { start, end, code, value: withEmphasis(spelling, text, start, at) };
}

const hasNumber = (pseudonym: Pseudonym): boolean =>
  pseudonym.spellings.length > 1 || pseudonym.isFirstNumbered;

function mayGrow(text: string, at: number, vault: Vault): boolean {
  const mayFollow = (codeAt: number, sign: string) =>
    codeAt === PARTIAL || (codeAt !== NO && mayGrowCode(text, codeAt, vault, sign));
  const isBehindLabel = (label: string) => {
    const codeAt = readLabel(text, at, label);
    return mayFollow(codeAt, text.charAt(codeAt - 1));
  };
  return (
    vault.labelsFrom(text.charCodeAt(at)).some(isBehindLabel) ||
    mayFollow(readForeignLabel(text, at), '') ||
    (isCodeStart(text, at) && mayGrowCode(text, at, vault, ''))
  );
}

/** @param sign what stands between it and its label, see `readNumber` */
function mayGrowCode(text: string, at: number, vault: Vault, sign: string): boolean {
  if (at === text.length) return true;
  const code = readCode(text, at);
  if (code.length < CODE_CHARS) return code !== '' && vault.startsCode(code);
  const pseudonym = vault.find(code);
  if (!pseudonym || !hasNumber(pseudonym)) return false;
  return readNumber(text, at + CODE_CHARS, sign, false) === PARTIAL;
}
