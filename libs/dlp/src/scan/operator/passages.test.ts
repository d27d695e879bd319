import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { PASSAGE_CHARS_MAX } from '../../limits.js';
import { passagesOf } from './passages.js';

const passagesIn = (text: string) =>
  runAtOnce(passagesOf(text)).map(({ start, end }) => text.slice(start, end));

it('takes paragraphs with a capital, with letters that have none, or with names that lists know', () => {
  const read = ['Anna came.\nShe left.', 'maria garcia came', 'Ελένη', 'محمد', 'x İ'];
  const left = ['nothing here', '42 17', '- - -', ''];
  expect(passagesIn([...read, ...left].join('\n\n')).map((text) => text.trim())).toEqual(read);
});

it('cuts long ones at a line, else at a blank, else within a word but never within a character', () => {
  const line = `${'Word '.repeat(20)}\n`;
  for (const passage of passagesIn(line.repeat(60)).slice(0, -1)) expect(passage).toMatch(/\n$/);
  for (const passage of passagesIn('Word '.repeat(2_000)).slice(0, -1)) {
    expect(passage).toMatch(/ $/);
  }
  const signs = passagesIn(`A${'😀'.repeat(3_000)}Z`);
  for (const passage of signs) expect(passage.isWellFormed()).toBe(true);
});

it('covers every capital once, in passages of bounded length', () => {
  const piece = fc.constantFrom(
    'A',
    'b',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    'Ż',
    '😀',
    'word '.repeat(300),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      let end = 0;
      let capitals = '';
      for (const passage of runAtOnce(passagesOf(text))) {
        expect(passage.start).toBeGreaterThanOrEqual(end);
        expect(passage.end - passage.start).toBeLessThanOrEqual(PASSAGE_CHARS_MAX);
        end = passage.end;
        capitals += text.slice(passage.start, end).replaceAll(/[^AŻ]/gu, '');
      }
      expect(capitals).toBe(text.replaceAll(/[^AŻ]/gu, ''));
    }),
  );
});
