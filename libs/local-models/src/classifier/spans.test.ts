import { expect, it } from 'vitest';
import { readLabels } from './labels.js';
import { spansOf } from './spans.js';

const KINDS = new Map([
  ['PER', 'person_name'],
  ['LOC', 'location'],
  ['MISC', null],
]);

/** Words with a label each, as `Anna/B-PER`; every label is as probable as the place of its word says. */
function spansIn(text: string): string[] {
  const names = text.split(' ').map((word) => word.split('/')[1] as string);
  const all = [...new Set(['O', 'B-PER', ...names])];
  const labels = readLabels({ ...all }, KINDS);
  const words = text.split(' ').map((word) => word.split('/')[0] as string);
  const plain = words.join(' ');
  let at = 0;
  const labelled = words.map((word, index) => {
    const start = at;
    at += word.length + 1;
    const isWord = /\w/.test(word);
    const label = labels[all.indexOf(names[index] as string)];
    if (!label) throw new Error('no such label');
    return {
      word: { start, end: start + word.length, piece: index, isWord },
      label,
      probability: (index + 1) / 10,
    };
  });
  return spansOf(labelled).map(
    ({ kind, start, end, score }) => `${kind} ${plain.slice(start, end)} ${score.toFixed(2)}`,
  );
}

it.each([
  ['BIO', 'Anna/B-PER Kowalska/I-PER met/O Jan/B-PER'],
  ['BIOES', 'Anna/B-PER Kowalska/E-PER met/O Jan/S-PER'],
  ['BILOU', 'Anna/B-PER Kowalska/L-PER met/O Jan/U-PER'],
  ['IO', 'Anna/PER Kowalska/PER met/O Jan/PER'],
  ['BIO that begins with I', 'Anna/I-PER Kowalska/I-PER met/O Jan/I-PER'],
])('reads names in %s', (_, text) => {
  expect(spansIn(text)).toEqual(['person_name Anna Kowalska 0.15', 'person_name Jan 0.40']);
});

it.each([
  [
    'a new name within one',
    'Anna/B-PER Jan/B-PER',
    ['person_name Anna 0.10', 'person_name Jan 0.20'],
  ],
  [
    'another type within one',
    'Anna/B-PER Brno/I-LOC',
    ['person_name Anna 0.10', 'location Brno 0.20'],
  ],
  ['what was closed', 'Anna/S-PER Jan/I-PER', ['person_name Anna 0.10', 'person_name Jan 0.20']],
  ['signs at the ends', '"/B-PER Anna/I-PER ,/I-PER', ['person_name Anna 0.20']],
  ['signs alone', '"/B-PER ,/I-PER', []],
  ['what is not looked for', 'Esperanto/B-MISC Anna/B-PER', ['person_name Anna 0.20']],
])('makes the most of %s', (_, text, spans) => {
  expect(spansIn(text)).toEqual(spans);
});
