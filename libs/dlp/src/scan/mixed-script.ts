import { unitsOf } from './unit-table.js';
import type { Decoding } from './view.js';

/** Letters of Cyrillic and Greek that are drawn like Latin ones, and these below them. */
const OTHERS = 'аеорсухіјѕһԁԛԝӏүАВЕКМНОРСТУХІЈЅԚԜӀҮαγικνορυχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'aeopcyxijshdqwlyABEKMHOPCTYXIJSQWIYayikvopuxcjABEZHIKMNOPTYX';
const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [...OTHERS.matchAll(/./gu)].map(({ 0: letter, index }) => [letter, LATIN.charAt(index)]),
);

/** A row of them that stands beside a Latin letter or a digit; a word of theirs alone is one of its language. */
const ROW = `[${OTHERS}]{1,16}`;
const BESIDE = String.raw`(?<=\w)${ROW}|(?<![\w${OTHERS}])${ROW}(?=\w)`;

/** What words of two scripts hold, beginning with what texts without another script have nothing of. */
const MIXED = new RegExp(`[${OTHERS}](?:(?=[A-Za-z])|(?<=[A-Za-z].))`, 'u');

export const looksLatin = (char: string): boolean => LATIN_OF.has(char);

export const mayMixScripts = (text: string): boolean => MIXED.test(text);

/** Words of Latin letters in which some are replaced by those of another script that look the same. */
export const MIXED_SCRIPT: Decoding = {
  pattern: new RegExp(BESIDE, 'uy'),
  begins: unitsOf(new RegExp(`[${OTHERS}]`, 'u')),
  decode(row) {
    let latin = '';
    for (const letter of row) latin += LATIN_OF.get(letter) ?? letter;
    return latin;
  },
};
