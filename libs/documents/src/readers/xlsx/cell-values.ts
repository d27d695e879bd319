import type { Element } from '@xmldom/xmldom';
import {
  childElements,
  childNamed,
  elementsNamed,
  valueOf,
} from '../../formats/xml/find-in-xml.js';
import { localNameOf } from '../../formats/xml/read-xml.js';
import { onOneLine } from '../words.js';

type Look = 'plain' | 'date' | 'time' | 'percent';

/** What the cells of a workbook show of the numbers in them. */
export interface CellLooks {
  /** By the number of a cell's style. */
  readonly looks: readonly Look[];
  /** Days count from 1904: files from old machines of one maker. */
  readonly is1904: boolean;
}

/** Formats without a definition, by their numbers. */
const BUILT_IN: readonly (readonly [from: number, to: number, look: Look])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 36, 'date'],
  [45, 47, 'time'],
  [50, 58, 'date'],
];

/** @param styles root of the part, if there is one */
export function looksOf(styles: Element | undefined): readonly Look[] {
  const codes = new Map(
    (styles ? elementsNamed(styles, 'numFmt') : []).map((one) => [
      Number(valueOf(one, 'numFmtId')),
      valueOf(one, 'formatCode') ?? '',
    ]),
  );
  const formats = styles && childNamed(styles, 'cellXfs');
  return (formats ? childElements(formats) : []).map((one) => {
    const id = Number(valueOf(one, 'numFmtId') ?? 0);
    const code = codes.get(id);
    if (code !== undefined) return lookOfCode(code);
    return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'plain';
  });
}

/** `yyyy-mm-dd`, `[h]:mm`, `0.0%`: what is in quotes or behind a backslash is text, in brackets a colour. */
function lookOfCode(code: string): Look {
  const [positive = ''] = code.split(';');
  const signs = positive
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase();
  if (/[yd]/.test(signs) && !/general/.test(signs)) return 'date';
  if (/[hs]/.test(signs)) return 'time';
  return signs.includes('%') ? 'percent' : 'plain';
}

/** What a cell shows; of a formula what it came to. @param strings shared ones of the workbook */
export function cellText(
  cell: Element,
  strings: readonly string[],
  { looks, is1904 }: CellLooks,
): string {
  const value = childNamed(cell, 'v')?.textContent ?? '';
  switch (valueOf(cell, 't') ?? 'n') {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return richText(childNamed(cell, 'is'));
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'str':
    case 'e':
    case 'd':
      return onOneLine(value);
    default:
      return numberText(value, looks[Number(valueOf(cell, 's') ?? 0)] ?? 'plain', is1904);
  }
}

/** Runs of text as one; how Japanese is pronounced is not part of it. */
export function richText(item: Element | undefined): string {
  if (!item) return '';
  const texts = childElements(item).flatMap((child) => {
    const name = localNameOf(child);
    if (name === 't') return [child];
    return name === 'r' ? (childNamed(child, 't') ?? []) : [];
  });
  return onOneLine(texts.map(({ textContent }) => textContent ?? '').join(''));
}

const DIGITS = 15; // Of a fraction, that the program shows; further ones are of the way it reckons.
const WHOLE = /^-?\d{1,400}$/;
const DAY_MS = 86_400_000;
/** Day 0, two days before what it should be: the program thinks that 1900 was a leap year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
const DAYS_MAX = 2_958_466; // The end of the year 9999.

function numberText(value: string, look: Look, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return onOneLine(value);
  if (look === 'percent') return `${rounded(number * 100)}%`;
  if (look === 'plain' || number < 0 || number > DAYS_MAX) {
    return WHOLE.test(value.trim()) ? value.trim() : rounded(number);
  }
  const start = is1904 ? DAY_ZERO_1904 : DAY_ZERO;
  const moment = new Date(start + Math.round(number * DAY_MS)).toISOString();
  const [day = '', time = ''] = moment.slice(0, 19).split('T');
  if (look === 'time') return number >= 1 ? `${day} ${time}` : time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A whole number has all of its digits: one of a card has sixteen. */
const rounded = (number: number): string =>
  String(Number.isSafeInteger(number) ? number : Number(number.toPrecision(DIGITS)));
