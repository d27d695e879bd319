import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CITY,
  COMMON,
  COUNTRY,
  FUNCTION,
  GIVEN,
  INTRODUCTION,
  LABEL,
  type Lexicon,
  NEGATIVE,
  ORGANISATION,
  PARTICLE,
  ROLE,
  SALUTATION,
  SIGN_OFF,
  STREET,
  SURNAME,
  TITLE,
} from '../../../libs/dlp/src/scan/names/lexicon.js';
import { hashOf } from '../../../libs/dlp/src/scan/names/tokens.js';
import type { Lists } from '../../../libs/dlp/src/scan/names/window-reader.js';
import type { Document } from '../corpora/document.js';
import {
  INTRODUCTIONS,
  LABELS,
  NEGATIVES,
  ORGANISATIONS,
  PARTICLES,
  ROLES,
  SALUTATIONS,
  SIGN_OFFS,
  STREETS,
  TITLES,
} from './words/cue-words.js';
import { FUNCTION_WORDS } from './words/function-words.js';

/** Names by locale, as `names/faker-locales.json` has them. */
export type LocaleNames = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Words shorter than this are in too many lists to say anything. */
const LISTED_CHARS_MIN = 2;
const COMMON_COUNT_MIN = 2;
/** A noun that is written with a capital in running text, and never a name. */
const NOUN_COUNT_MIN = 3;

const WORD = /[\p{L}\p{M}]+/gu;

/**
 * All lists as one map of hash to flags: names and places from the corpora folder, cue words from here,
 * and ordinary words as the training texts have them.
 * @param counts of the training part alone
 */
export function lexiconOf(folder: string, counts: WordCounts): ReadonlyMap<number, number> {
  const flags = new Map<number, number>();
  const add = (words: Iterable<string>, flag: number, charsMin = 1) => {
    for (const word of words) {
      if (word.length < charsMin) continue;
      const hash = hashOf(word);
      flags.set(hash, (flags.get(hash) ?? 0) | flag);
    }
  };
  const split = (text: string) => text.match(WORD) ?? [];
  const cues: readonly (readonly [string, number])[] = [
    [TITLES, TITLE],
    [LABELS, LABEL],
    [SALUTATIONS, SALUTATION],
    [SIGN_OFFS, SIGN_OFF],
    [INTRODUCTIONS, INTRODUCTION],
    [PARTICLES, PARTICLE],
    [ORGANISATIONS, ORGANISATION],
    [STREETS, STREET],
    [ROLES, ROLE],
    [NEGATIVES, NEGATIVE],
  ];
  for (const [words, flag] of cues) add(split(words), flag);
  for (const words of Object.values(FUNCTION_WORDS)) add(split(words), FUNCTION);
  for (const { given, surnames, cities, countries } of namesByLocale(folder)) {
    add(given.flatMap(split), GIVEN, LISTED_CHARS_MIN);
    add(surnames.flatMap(split), SURNAME, LISTED_CHARS_MIN);
    add(cities.flatMap(placeWords), CITY, 3);
    add(countries.flatMap(placeWords), COUNTRY, 3);
  }
  for (const hash of counts.hashes()) {
    if (counts.isCommon(hash)) flags.set(hash, (flags.get(hash) ?? 0) | COMMON);
  }
  return flags;
}

const placeWords = (place: string): readonly string[] =>
  (place.match(WORD) ?? []).filter((word) => /^\p{Lu}/u.test(word));

export interface Names {
  readonly locale: string;
  readonly given: readonly string[];
  readonly surnames: readonly string[];
  readonly cities: readonly string[];
  readonly countries: readonly string[];
}

/** The lists of names and places of the corpora folder. */
export function namesByLocale(folder: string): readonly Names[] {
  const read = (path: string) => readFileSync(join(folder, 'dlp', path), 'utf8');
  const locales = JSON.parse(read('names/faker-locales.json')) as LocaleNames;
  const all: Names[] = Object.entries(locales).map(([locale, lists]) => ({
    locale,
    given: stringsOf(lists['first_name']),
    surnames: stringsOf(lists['last_name']),
    cities: stringsOf(lists['city_name']),
    countries: [...stringsOf(lists['country']), ...stringsOf(lists['state'])],
  }));
  const countries = JSON.parse(read('places/country-names.json')) as Record<string, unknown>;
  all.push({
    locale: 'all',
    given: columnsOf(read('names/common-forenames-by-country.csv'), [10, 11]),
    surnames: columnsOf(read('names/common-surnames-by-country.csv'), [4, 5]),
    cities: columnsOf(read('places/world-cities.csv'), [0]),
    countries: Object.values(countries).flatMap(stringsOf),
  });
  return all;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsOf);
  return [];
}

const columnsOf = (csv: string, columns: readonly number[]): string[] =>
  csv
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const cells =
        line.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replaceAll(/^"|"?,?$/g, '')) ??
        [];
      return columns.map((column) => cells[column]?.trim() ?? '');
    })
    .filter((cell) => cell !== '');

/** How often words stand outside of names, and which of them stand in one, by their hashes. */
export class WordCounts {
  private readonly small = new Map<number, number>();
  private readonly capital = new Map<number, number>();
  private readonly inNames = new Map<number, number>();

  add({ text, names }: Document): this {
    let next = 0;
    for (const match of text.matchAll(WORD)) {
      while (next < names.length && (names[next]?.end ?? 0) <= match.index) next++;
      const name = names[next];
      const [word] = match;
      const isSmall = word === word.toLowerCase();
      const isInName = name !== undefined && name.start <= match.index;
      if (isInName && isSmall) continue;
      const counts = isInName ? this.inNames : isSmall ? this.small : this.capital;
      const hash = hashOf(word);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
    return this;
  }

  hashes(): ReadonlySet<number> {
    return new Set([...this.small.keys(), ...this.capital.keys()]);
  }

  /** Written small, or, as German nouns are, always with a capital and never a name. */
  isCommon(hash: number, without?: WordCounts): boolean {
    const rest = (of: 'small' | 'capital' | 'inNames') =>
      (this[of].get(hash) ?? 0) - (without?.[of].get(hash) ?? 0);
    if (rest('small') >= COMMON_COUNT_MIN) return true;
    return rest('capital') >= NOUN_COUNT_MIN && rest('inNames') === 0;
  }
}

/**
 * The lists as a document would find them that did not help to make them: a word is common only if the
 * other documents say so. Without it training would learn that every word it meets is in a list.
 */
export class ListsWithout implements Lists {
  private readonly lost = new Set<number>();
  private readonly gained = new Set<number>();

  constructor(
    private readonly lexicon: Lexicon,
    counts: WordCounts,
    document: Document,
  ) {
    const own = new WordCounts().add(document);
    for (const hash of own.hashes()) {
      const isCommon = counts.isCommon(hash, own);
      if (isCommon === counts.isCommon(hash)) continue;
      (isCommon ? this.gained : this.lost).add(hash);
    }
  }

  languagesOf(hash: number): number {
    return this.lexicon.languagesOf(hash);
  }

  flagsOf(hash: number): number {
    const flags = this.lexicon.flagsOf(hash);
    if (this.lost.has(hash)) return flags & ~COMMON;
    return this.gained.has(hash) ? flags | COMMON : flags;
  }
}

export function countWords(documents: readonly Document[]): WordCounts {
  const counts = new WordCounts();
  for (const document of documents) counts.add(document);
  return counts;
}

/** Pairs of a function word's hash and its languages, a bit for each in the order of the lists. */
export function languagesOfWords(): Int32Array<ArrayBuffer> {
  const languages = new Map<number, number>();
  for (const [at, words] of Object.values(FUNCTION_WORDS).entries()) {
    for (const word of words.match(WORD) ?? []) {
      const hash = hashOf(word);
      languages.set(hash, (languages.get(hash) ?? 0) | (1 << at));
    }
  }
  return Int32Array.from([...languages].flat());
}
