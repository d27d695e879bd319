import { expect, it } from 'vitest';
import { seeded } from '../../../../test/support/seeded.js';
import { aDelta, textOf } from '../testing/a-call.js';
import { ALTERATIONS } from '../testing/restore/alterations.js';
import { aText, sourceOf, shownOf } from '../testing/restore/texts.js';
import { aWorldOf, type World } from '../testing/restore/words.js';

const HELD_CHARS_MAX = 63; // Of what a stream has said, seen or not.
const TEXTS = 120;
const HIDDEN = /\u200b/g;

/** How much of a text was told after each of its characters. */
function shownAfterEach({ entered }: World, text: string): string[] {
  let shown = '';
  return Array.from(text, (char) => {
    const seen = entered.watch?.(aDelta('text', '0/text', char), 'chat') ?? [];
    shown += textOf('events' in seen ? [seen] : seen, '0/text');
    return shown;
  });
}

it('a stream holds back at most 63 characters, whatever it says', async () => {
  const random = seeded(63);
  const names = Object.keys(ALTERATIONS);
  let most = 0;
  for (let index = 0; index < TEXTS; index++) {
    const world = await aWorldOf(random, 'chat', true);
    const text = aText(world.words, [names[index % names.length] ?? ''], random);
    const source = sourceOf(text);
    const due = shownOf(text);
    const told = shownAfterEach(world, source);
    for (const [at, shown] of told.entries()) {
      expect(due.startsWith(shown)).toBe(true);
      const before = sourceBefore(text, shown.length);
      const held = Array.from(source)
        .slice(0, at + 1)
        .join('')
        .slice(before)
        .replace(HIDDEN, '');
      most = Math.max(most, held.length);
    }
  }
  expect(most).toBeLessThanOrEqual(HELD_CHARS_MAX);
  expect(most).toBeGreaterThan(20); // Something was held.
});

/** Characters of the source that `shown` characters of what is due stand for. */
function sourceBefore(text: ReturnType<typeof aText>, shown: number): number {
  let [before, left] = [0, shown];
  for (const { source, shown: due } of text) {
    if (left < due.length) return before + (source.startsWith(due.slice(0, left)) ? left : 0);
    before += source.length;
    left -= due.length;
  }
  return before;
}

it.each([
  'SOCIAL_SECURITY_NUMBER_'.repeat(20),
  'SOCIAL&AMP;LOWBAR;SECURITY&AMP;LOWBAR;NUMBER&AMP;LOWBAR;'.repeat(4),
  'S<span-of-some-length>O<span-of-some-length>'.repeat(8),
  'SOCIAL<strong-and-long><strong-and-long><strong-and-long>SECURITY<strong-and-long>',
  'A_'.repeat(200),
  'ÄÖ'.repeat(200),
  'social   -  security   -  number   -  '.repeat(10),
  '\\\\'.repeat(100),
  '<'.repeat(200),
])('what only looks like one is told after as many: %s', async (text) => {
  const random = seeded(1);
  const world = await aWorldOf(random, 'chat', true);
  for (const [at, shown] of shownAfterEach(world, text).entries()) {
    expect(text.startsWith(shown)).toBe(true);
    expect(at + 1 - shown.length).toBeLessThanOrEqual(HELD_CHARS_MAX);
  }
});
