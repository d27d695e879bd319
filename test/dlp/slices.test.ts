import { expect, it } from 'vitest';
import { ENCODINGS } from '../attack/canaries.js';
import { kindCanaries } from '../attack/kind-canaries.js';
import { seeded } from '../support/seeded.js';
import { SCAN_CHARS, SLICE_CHARS } from '../../libs/dlp/src/limits.js';
import { findingsIn } from './eval/engine.js';

const PLACES = 1_200;
const SEED = 41;
/** Where no slice ends, and behind enough words that the beginning of a text is far. */
const WITHIN = 2_640;
/** Of a view's slices the last characters are left to the next, since an escape may go on. */
const ENDS = [SCAN_CHARS, 2 * SCAN_CHARS, SLICE_CHARS, SLICE_CHARS - 80, 2 * SLICE_CHARS];
const FILLINGS = ['ab ', 'é, ', 'x\n', 'ab. '] as const;
/** Whose words are weighed by what the window around them holds. */
const NAMES: ReadonlySet<string> = new Set(['person_name', 'location', 'organization']);

const random = seeded(SEED);
const one = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;

/** What is found of a sentence that stands behind `before` characters of filling. */
function foundBehind(before: number, filling: string, sentence: string) {
  const from = before - (before % filling.length);
  const text = `${filling.repeat(from / filling.length)}\n${sentence} and so on.`;
  return findingsIn(text)
    .filter(({ kind }) => !NAMES.has(kind))
    .map(({ kind, start, end }) => ({ kind, start: start - from, end: end - from }))
    .filter(({ start }) => start > 0);
}

const sentences = kindCanaries().flatMap(({ name, value, sentence }) =>
  Object.entries(ENCODINGS).flatMap(([writing, write]) => [
    { name: `${name}, ${writing}`, sentence: sentence.replace(value, () => write(value)) },
    { name: `${name} and its words, ${writing}`, sentence: write(sentence) },
  ]),
);

it('what is found is found wherever a slice of the text ends in it', () => {
  const lost: string[] = [];
  for (let place = 0; place < PLACES; place++) {
    const { name, sentence } = one(sentences);
    const filling = one(FILLINGS);
    const before = one(ENDS) - Math.floor(random() * (sentence.length + 1));
    const found = foundBehind(before, filling, sentence);
    for (const { kind, start, end } of foundBehind(WITHIN, filling, sentence)) {
      const isCovered = found.some((other) => other.start <= start && other.end >= end);
      if (!isCovered) lost.push(`${kind} of ${name}, behind ${before} characters`);
    }
  }
  expect(lost).toEqual([]);
});
