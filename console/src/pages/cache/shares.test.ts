import { expect, it } from 'vitest';
import { shareOf, sizeText } from './shares';

it('says shares and sizes as people do', () => {
  expect([shareOf(0, 0), shareOf(1, 3), shareOf(2, 2)]).toEqual(['0%', '33.3%', '100%']);
  expect([sizeText(0), sizeText(1_023), sizeText(1_536), sizeText(3 * 1_024 ** 4)]).toEqual([
    '0 B',
    '1,023 B',
    '1.5 KiB',
    '3,072 GiB',
  ]);
});
