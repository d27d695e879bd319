import { ALTERATIONS, type Altered } from './alterations.js';
import type { Word } from './words.js';

/** Ends where a word may begin. */
const PROSE = [
  'Dear ',
  'Sehr geehrte Frau ',
  '请联系',
  'お世話になっております。',
  'Σχετικά με τον ',
  'Пишет ',
  'مرحبا ',
  'नमस्ते ',
  'Łukasz, zadzwoń: ',
  '> *Note:* see ',
  'a\\b "c" {d} ',
  '\n\n1. ',
  '𝄞 ',
  '(',
];
const BETWEEN = [' ', ', ', '/', '\n', '; ', ' and ', '，', ')(', '\t'];
const PARTS_MAX = 4;
const REPEATED = 0.2;
const ADJACENT = 0.15;

/** Two pseudonyms without a sign between them: what stands behind a code is told from it only as written. */
const ADJACENT_FORMS = ['as it is', 'as it is', 'full-width underscores', 'doubled underscores'];

/** A text of a model, cut into what is replaced and what is not. @param names of its alterations */
export function aText(
  words: readonly Word[],
  names: readonly string[],
  random: () => number,
): readonly Altered[] {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const same = (text: string): Altered => ({ source: text, shown: text });
  const altered = (name: string) => ALTERATIONS[name]?.(pick(words), random) ?? same('');
  const text: Altered[] = [same(pick(PROSE))];
  for (const name of names.slice(0, PARTS_MAX)) {
    const form = altered(name);
    text.push(form);
    if (random() < REPEATED) text.push(same(pick(BETWEEN)), form);
    text.push(same(pick(BETWEEN)));
  }
  if (random() < ADJACENT) {
    text.push(...[1, 2, 3].map(() => altered(pick(ADJACENT_FORMS.slice(0, 2)))));
  }
  text.push(same(pick(['.', '', ' !', '\n'])));
  return text;
}

export const sourceOf = (text: readonly Altered[]): string =>
  text.map(({ source }) => source).join('');
export const shownOf = (text: readonly Altered[]): string =>
  text.map(({ shown }) => shown).join('');
