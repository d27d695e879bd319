import { expect, it } from 'vitest';
import { PASSAGE_CHARS_MAX } from '../../limits.js';
import { jobsOf, TextReading } from './text-reading.js';

const aSpan = (start: number, end: number) => ({
  passage: 0,
  start,
  end,
  kind: 'person_name',
  score: 0.9,
});

it('puts spans of passages where they stand in the text, and is whole when all were read', () => {
  const text = 'First of all.\n\nAnna called.';
  const passages = [
    { start: 0, end: 13 },
    { start: 15, end: 27 },
  ] as const;
  const reading = new TextReading('key', text, passages);
  reading.add(passages[1], [aSpan(0, 4)]);
  expect(reading.isWhole).toBe(false);
  reading.add(passages[0], []);
  expect(reading.isWhole).toBe(true);
  expect(reading.findings()).toMatchObject([{ kind: 'person_name', start: 15, end: 19 }]);
});

it.each(['```\nnew Anna\n```', 'import Anna from "anna";', '    at Anna (file.js:1:1)'])(
  'finds no name within code: %j',
  (text) => {
    const passage = { start: 0, end: text.length };
    const reading = new TextReading('key', text, [passage]);
    const start = text.indexOf('Anna');
    reading.add(passage, [aSpan(start, start + 4)]);
    expect(reading.findings()).toEqual([]);
  },
);

it('makes jobs of several short passages, of many texts, in their order', () => {
  const long = PASSAGE_CHARS_MAX;
  const reading = (...lengths: readonly number[]) =>
    new TextReading(
      'key',
      '',
      lengths.map((end) => ({ start: 0, end })),
    );
  const lengthsOf = (readings: readonly TextReading[]) =>
    jobsOf(readings).map(({ parts }) => parts.map(({ passage: { end } }) => end));
  expect(lengthsOf([reading(10, 20), reading(30), reading(long), reading(5)])).toEqual([
    [10, 20, 30],
    [long],
    [5],
  ]);
  expect(lengthsOf([])).toEqual([]);
});
