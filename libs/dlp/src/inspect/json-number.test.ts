import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR_MAX } from '../../../../test/support/growth.js';
import { NumberQuotes } from './json-number.js';

const CARD = '4111111111111111';

/** What each card in the text would be quoted with. */
function quotesIn(text: string): string[] {
  const quotes = new NumberQuotes(text);
  return [...text.matchAll(new RegExp(CARD, 'g'))].map(({ index }) =>
    quotes.around(index, index + CARD.length),
  );
}

describe('the quotes of a number in JSON text', () => {
  it.each([
    [`[${CARD}]`, ['"']],
    [`{"a":${CARD},"b":"${CARD}"}`, ['"', '']],
    [`{\\"a\\":${CARD},\\"b\\":[${CARD},${CARD}]}`, ['\\"', '\\"', '\\"']],
    [`{\\\\\\"a\\\\\\": ${CARD} }`, ['\\\\\\"']],
  ])('are those of its depth: %s', (text, quotes) => {
    expect(quotesIn(text)).toEqual(quotes);
  });

  it('do not repeat a run of backslashes that escapes nothing', () => {
    expect(quotesIn(`[${'\\'.repeat(100_000)}",${CARD}]`)).toEqual(['"']);
  });

  it.each([
    ['no quote', ''],
    ['one quote', '"x",'],
    ['many backslashes', `${'\\'.repeat(4_096)}",`],
  ])('take time in proportion to the text behind %s', (_, before) => {
    const work = (numbers: string) => quotesIn(`[${before}${numbers}1]`);
    expect(growthOf(work, `${CARD},`, 262_144)).toBeLessThan(LINEAR_MAX);
  });
});
