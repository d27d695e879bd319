import { expect, it } from 'vitest';
import { columnHeads } from './column-heads.js';

it.each([
  [
    ['first_name', 'lastName', 'FAMILY-NAME'],
    ['first name: ', 'last name: ', 'FAMILY name: '],
  ],
  [
    ['first', 'last', 'name'],
    ['first name: ', 'last name: ', 'Full name: '],
  ],
  [
    ['name', 'mail', 'card1', 'Phone 2'],
    ['Full name: ', 'mail: ', 'card: ', 'Phone: '],
  ],
  [
    ['First name', '2024', 'City'],
    ['First name: ', undefined, 'City: '],
  ],
  [
    ['Steuer-ID', '«PERSON_NAME_1»', ''],
    ['Steuer-ID: ', undefined, undefined],
  ],
  [
    ['name', 'price'],
    ['name: ', 'price: '],
  ],
  [['Wilhelmina', 'Krzyzanowska', '1990-03-04', 'Krakow'], []],
  [['Ann Miller', 'ann.miller@example.org'], []],
])('the heads of %j are told in words', (cells, heads) => {
  expect(columnHeads(cells)).toEqual(heads);
});
