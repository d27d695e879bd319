import type { Element } from '@xmldom/xmldom';
import {
  childElements,
  childNamed,
  elementsNamed,
  valueOf,
} from '../../formats/xml/find-in-xml.js';
import { localNameOf } from '../../formats/xml/read-xml.js';
import type { ListPlace } from './styles.js';

interface Level {
  readonly format: string;
  /** `%1.%2.`: the numbers of this level and those above it. */
  readonly text: string;
  readonly start: number;
}

const LEVELS = 9;

/** Counts the items of a document's lists as it is read. */
export class Numbering {
  private readonly lists = new Map<string, ReadonlyMap<number, Level>>();
  private readonly abstractIds = new Map<string, string>();
  private readonly counts = new Map<string, number[]>();

  constructor(root: Element | undefined) {
    const abstracts = new Map(
      (root ? elementsNamed(root, 'abstractNum') : []).map((element) => [
        valueOf(element, 'abstractNumId') ?? '',
        levelsOf(element),
      ]),
    );
    for (const number of root ? childElements(root) : []) {
      if (localNameOf(number) !== 'num') continue;
      const id = valueOf(number, 'numId') ?? '';
      const abstractId = valueOf(childNamed(number, 'abstractNumId'), 'val') ?? '';
      const overridden = childElements(number).some((one) => localNameOf(one) === 'lvlOverride');
      // A list that starts anew counts by itself.
      this.abstractIds.set(id, overridden ? `${abstractId} ${id}` : abstractId);
      this.lists.set(id, abstracts.get(abstractId) ?? new Map());
    }
  }

  /** What stands in front of the next item; undefined where it is in no list. */
  next({
    id,
    level: said,
  }: ListPlace): { readonly level: number; readonly mark: string } | undefined {
    const list = this.lists.get(id);
    const level = Math.min(LEVELS - 1, Math.max(0, said));
    const own = list?.get(level);
    if (!list || !own) return id === '0' ? undefined : { level, mark: '-' };
    if (own.format === 'bullet' || own.format === 'none') return { level, mark: '-' };
    const key = this.abstractIds.get(id) ?? id;
    const counts = this.counts.get(key) ?? [];
    this.counts.set(key, counts);
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    counts.length = level + 1; // Those below start anew.
    const mark = own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const above = list.get(at);
      return numeral(counts[at] ?? above?.start ?? 1, at === level ? own.format : above?.format);
    });
    return { level, mark: mark.trim() === '' ? '-' : mark.trim() };
  }
}

const levelsOf = (abstract: Element): ReadonlyMap<number, Level> =>
  new Map(
    childElements(abstract)
      .filter((element) => localNameOf(element) === 'lvl')
      .map((element) => [
        Number(valueOf(element, 'ilvl') ?? 0),
        {
          format: valueOf(childNamed(element, 'numFmt'), 'val') ?? 'decimal',
          text: valueOf(childNamed(element, 'lvlText'), 'val') ?? '',
          start: Number(valueOf(childNamed(element, 'start'), 'val') ?? 1) || 0,
        },
      ]),
  );

const ROMAN: readonly (readonly [number, string])[] = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const ROMAN_MAX = 3_999;
const LETTERS = 26;

function numeral(count: number, format = 'decimal'): string {
  switch (format) {
    case 'lowerLetter':
      return letter(count);
    case 'upperLetter':
      return letter(count).toUpperCase();
    case 'lowerRoman':
      return roman(count);
    case 'upperRoman':
      return roman(count).toUpperCase();
    default:
      return String(count);
  }
}

/** `a` to `z`, then `aa`: as the program counts. */
const letter = (count: number): string =>
  count < 1
    ? String(count)
    : String.fromCharCode(0x61 + ((count - 1) % LETTERS)).repeat(
        Math.min(8, Math.ceil(count / LETTERS)),
      );

function roman(count: number): string {
  if (count < 1 || count > ROMAN_MAX) return String(count);
  let left = count;
  let written = '';
  for (const [value, sign] of ROMAN) {
    while (left >= value) {
      written += sign;
      left -= value;
    }
  }
  return written;
}
