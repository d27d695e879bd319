import { describe, expect, it } from 'vitest';
import { blocksOf, writeBlocks } from './blocks.js';
import type { TextItem } from './item.js';
import { partMargins } from './margins.js';

const CHAR = 5;

/** A line at a place, each of its words an item, as a text layer or a recognition has them. */
const line = (text: string, x: number, y: number, height = 10): TextItem[] => {
  let at = x;
  return text.split(' ').map((word) => {
    const item = { text: word, x: at, y, width: word.length * CHAR, height };
    at += (word.length + 1) * CHAR;
    return item;
  });
};

const markdown = (...items: TextItem[][]) => writeBlocks(blocksOf(items.flat()));

describe('the layout of a page', () => {
  it('has headings by size, and paragraphs by distance', () => {
    expect(
      markdown(
        line('A report', 10, 10, 20),
        line('On rivers', 10, 50, 14),
        line('The first line of it', 10, 80),
        line('and the second one.', 10, 93),
        line('Another paragraph follows.', 10, 130),
      ),
    ).toBe(
      '# A report\n\n## On rivers\n\nThe first line of it and the second one.\n\nAnother paragraph follows.',
    );
  });

  it('joins a word that was parted', () => {
    expect(markdown(line('a short sen-', 10, 10), line('tence and North-', 10, 22))).toBe(
      'a short sentence and North-',
    );
  });

  it('has lists, and what goes on below a bullet', () => {
    expect(
      markdown(
        line('• the first', 10, 10),
        line('of them', 20, 22),
        line('• the second', 10, 34),
        line('1. a number', 10, 70),
      ),
    ).toBe('- the first of them\n- the second\n1. a number');
  });

  it('has tables, whose numbers stand at the right and whose cells may be empty', () => {
    const rows = [
      [...line('Item', 10, 10), ...line('Count', 150, 10), ...line('Price', 250, 10)],
      [...line('Consulting day', 10, 24), ...line('12', 165, 24), ...line('840.00', 245, 24)],
      [...line('Travel', 10, 38), ...line('9,125.50', 235, 38)],
    ];
    expect(markdown(...rows)).toBe(
      '| Item | Count | Price |\n| --- | --- | --- |\n| Consulting day | 12 | 840.00 |\n| Travel |  | 9,125.50 |',
    );
  });

  it('reads columns one after the other, whatever their lines', () => {
    const left = [
      'The left column begins',
      'and goes on for a',
      'while until it comes',
      'to its end here.',
    ];
    const right = [
      'The right one stands',
      'beside it and is read',
      'after it, as people',
      'would read it, too.',
    ];
    const columns = [
      ...left.map((text, row) => line(text, 10, 40 + 13 * row)),
      ...right.map((text, row) => line(text, 220, 43 + 13 * row)),
    ];
    expect(markdown(line('Over both of them stands a line', 10, 10), ...columns)).toBe(
      `Over both of them stands a line\n\n${left.join(' ')}\n\n${right.join(' ')}`,
    );
  });
});

it('parts running lines from the text of a page', () => {
  const items = [
    line('Annual report', 10, 10),
    line('The text begins here', 10, 100),
    line('and ends here.', 10, 113),
    line('Page 3 of 9', 10, 780),
  ].flat();
  const { header, body, footer } = partMargins(items, 800);
  const textOf = (some: readonly TextItem[]) => some.map(({ text }) => text).join(' ');
  expect(textOf(header)).toBe('Annual report');
  expect(textOf(body)).toBe('The text begins here and ends here.');
  expect(textOf(footer)).toBe('Page 3 of 9');
});
