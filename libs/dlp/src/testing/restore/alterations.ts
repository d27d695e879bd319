import { namesOf } from '../../pseudonyms/label-names.js';
import type { Word } from './words.js';

/** A pseudonym as a model hands it back, and what its caller is to read. */
export interface Altered {
  readonly source: string;
  readonly shown: string;
}

type Alteration = (word: Word, random: () => number) => Altered;

const joined = ({ label, code, number }: Word, sign: string): string =>
  [...label.split('_'), code, ...(number === undefined ? [] : [number])].join(sign);

const plain = (word: Word): string => joined(word, '_');
const titled = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[\s_-])(.)/g, (_, before: string, char: string) => before + char.toUpperCase());

const within =
  (before: string, behind = before): Alteration =>
  (word) => ({ source: before + plain(word) + behind, shown: before + word.value + behind });

const partedBy =
  (sign: string): Alteration =>
  (word) => ({ source: joined(word, sign), shown: word.value });

const written =
  (change: (text: string) => string): Alteration =>
  (word) => ({ source: change(plain(word)), shown: word.value });

const endedBy =
  (ending: string): Alteration =>
  (word) => ({ source: plain(word) + ending, shown: word.value + ending });

const relabelled =
  (write: (name: string) => string): Alteration =>
  (word, random) => {
    const names = namesOf(word.label);
    const name = names[Math.floor(random() * names.length)] ?? word.label;
    const number = word.number === undefined ? '' : `_${word.number}`;
    return { source: write(name) + word.code + number, shown: word.value };
  };

const labelled =
  (
    before: string,
    between: string,
    behind: string,
    [left, right]: readonly [string, string],
  ): Alteration =>
  ({ label, code, number, value }) => ({
    source: `${before}${label}${between}${code}${behind}${number === undefined ? '' : `_${number}`}`,
    shown: left + value + right,
  });

/** What real models were seen to make of a pseudonym, by name. A number behind one goes the same way. */
export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  'as it is': written((text) => text),
  bold: within('**'),
  italics: within('*'),
  'bold italics': within('***'),
  'bold, with underscores': within('__', '__ '),
  struck: within('~~'),
  code: within('`'),
  heading: within('\n## ', '\n'),
  'a cell': within('| ', ' |'),
  'a list': within('\n- ', '\n'),
  'bold label': (word, random) =>
    word.number === undefined
      ? labelled('**', '**_', '', ['**', '**'])(word, random)
      : within('**')(word, random),
  'bold code': (word, random) =>
    word.number === undefined
      ? labelled('', '_**', '**', ['**', '**'])(word, random)
      : within('**')(word, random),
  'HTML label': labelled('<b>', '</b>_', '', ['<b>', '</b>']),
  link: ({ value, ...word }) => {
    const text = plain({ value, ...word });
    return { source: `[${text}](mailto:${text})`, shown: `[${value}](mailto:${value})` };
  },
  'HTML emphasis': within('<strong>', '</strong>'),
  'quotation marks': within('"'),
  'German quotation marks': within('„', '“'),
  guillemets: within('« ', ' »'),
  braces: within('{{', '}}'),
  brackets: within('[', ']'),
  'angle brackets': within('<', '>'),
  'lower case': written((text) => text.toLowerCase()),
  'title case': written(titled),
  spaces: partedBy(' '),
  'no-break spaces': partedBy('\u00a0'),
  dashes: partedBy('-'),
  'non-breaking hyphens': partedBy('\u2011'),
  'spaces and lower case': (word) => ({
    source: joined(word, ' ').toLowerCase(),
    shown: word.value,
  }),
  'spaces and title case': (word) => ({ source: titled(joined(word, ' ')), shown: word.value }),
  'doubled underscores': partedBy('__'),
  'escaped underscores': partedBy('\\_'),
  'doubly escaped underscores': partedBy('\\\\_'),
  'full-width underscores': partedBy('\uff3f'),
  'underscores of addresses': partedBy('%5F'),
  'underscores of HTML': partedBy('&#95;'),
  'underscores of programs': partedBy('\\u005f'),
  'hidden characters': written((text) => [...text].join('\u200b')),
  'a line break': ({ label, code, number, value }) => ({
    source: `${label}_\n${code}${number === undefined ? '' : `_${number}`}`,
    shown: value,
  }),
  'a translated label': relabelled((name) => `${name}_`),
  'a translated label in lower case': relabelled((name) => `${name.toLowerCase()}_`),
  'a translated label in title case': relabelled((name) => `${titled(name)}_`),
  'a translated label of words': relabelled((name) => `${titled(name).replaceAll('_', ' ')} `),
  'a translated label with dashes': relabelled(
    (name) => `${name.toLowerCase().replaceAll('_', '-')}-`,
  ),
  'a label nobody knows': relabelled(() => 'ΠΕΛΆΤΗΣ_'),
  'another label nobody knows': relabelled(() => 'ИМЯ\uff3f'),
  'no label': relabelled(() => ''),
  'an English genitive': endedBy('’s'),
  'a plain genitive': endedBy("'s"),
  'a German genitive': endedBy('s'),
  'a Hungarian ending': endedBy('nek'),
  'a Hungarian ending with a dash': endedBy('-nek'),
  'a Finnish ending': endedBy(':n'),
  'a Turkish ending': endedBy('’nin'),
  'a Russian ending': endedBy('ом'),
  'a Japanese suffix': endedBy('さん'),
  'a Korean suffix': endedBy('님'),
};
