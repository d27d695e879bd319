import { foldedAt, IGNORED, isDigit, isLetter } from '../../fold.js';

/** A number with its country, area, and what parts them, is no longer. */
const WRITTEN_CHARS_MAX = 40;
/** Longer numbers than those of ITU-T E.164 are others. */
const DIGITS_MAX = 15;

/** A run of characters that a phone number may consist of. */
export interface WrittenPhone {
  /** Folded. */
  readonly text: string;
  /** Where each of its characters ends in the scanned text. */
  readonly endOf: (index: number) => number;
}

/** Groups of digits, and what may stand between two groups of one number. */
const RUN = /\(?\+?\(?\d{1,15}(?:(?:[ ./-]|\) ?[-/]?|-?\(| ?\(| [-/] )\d{1,15}){0,9}/y;
const ASCII_MAX = 0x7f;

/** @param start of the first digit, or of the `+` or the parenthesis before it */
export function readPhone(text: string, start: number): WrittenPhone | undefined {
  const plain = runAt(text.slice(start, start + WRITTEN_CHARS_MAX));
  const isPlain = plain !== undefined && !(text.charCodeAt(start + plain.length) > ASCII_MAX);
  if (isPlain) return { text: plain, endOf: (index) => start + index + 1 };
  let folded = '';
  const ends: number[] = [];
  for (let at = start; at < text.length && folded.length < WRITTEN_CHARS_MAX; at++) {
    const code = foldedAt(text, at);
    if (code === IGNORED) continue;
    if (!isDigit(code) && !SIGNS.has(code)) break;
    folded += String.fromCharCode(code);
    ends.push(at + 1);
  }
  const run = runAt(folded);
  return run === undefined ? undefined : { text: run, endOf: (index) => ends[index] as number };
}

function runAt(text: string): string | undefined {
  RUN.lastIndex = 0;
  return RUN.exec(text)?.[0];
}

const LAST_GROUP = /[ ()./-]+\d+$/;
const NO_DIGITS = /\D+/g;

export const digitsOf = (written: string): string =>
  written.replace('(0)', '').replaceAll(NO_DIGITS, '');

/**
 * The longest beginning of a written number that has not more digits than any has; then, each time, the
 * one without its last group: what follows a number after a blank may belong to it or not.
 */
export function shorten(written: string): string | undefined {
  const group = LAST_GROUP.exec(written);
  return group ? written.slice(0, group.index) : undefined;
}

export const isTooLong = (digits: string): boolean => digits.length > DIGITS_MAX;

const EXTENSION =
  / ?(?:x|ext\.?|extension|app\.?|dw|poste|wew\.?|int\.?|durchwahl) ?\d{1,5}(?!\d)/iy;

/** Behind its extension, if it has one; undefined where the number is a part of something else. */
export function endOfPhone(text: string, end: number): number | undefined {
  if (end >= text.length) return end;
  const next = foldedAt(text, end);
  if (next === SPACE || isLetter(next)) {
    EXTENSION.lastIndex = end;
    if (EXTENSION.test(text)) return EXTENSION.lastIndex;
  }
  if (isLetter(next) || isDigit(next) || JOINING.has(next)) return undefined;
  if (POINTING.has(next) && isDigit(foldedAt(text, end + 1))) return undefined;
  return AMOUNT.test(text.slice(end, end + 5)) ? undefined : end;
}

/** Of money, of measures, of hundreds. */
const AMOUNT =
  /^ ?(?:[€$£¥%‰°]|EUR\b|USD\b|GBP\b|PLN\b|CHF\b|Kč|zł|kr\b|Ft\b|km\b|kg\b|ms\b|MB\b|GB\b)/u;

const SPACE = 0x20;
/** `_`, `@`, `=`, `#`, `*`. */
const JOINING: ReadonlySet<number> = new Set([0x5f, 0x40, 0x3d, 0x23, 0x2a]);
/** `:`, `,` and `.` before more digits: a time, a list, a decimal. */
const POINTING: ReadonlySet<number> = new Set([0x3a, 0x2c, 0x2e]);
/** Blank, `(`, `)`, `+`, `-`, `.` and `/`. */
const SIGNS: ReadonlySet<number> = new Set([SPACE, 0x28, 0x29, 0x2b, 0x2d, 0x2e, 0x2f]);
