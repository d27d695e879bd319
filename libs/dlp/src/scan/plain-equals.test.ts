import { describe, expect, it } from 'vitest';
import { mayBeMailEscape } from './plain-equals.js';

const escapesIn = (text: string): readonly number[] =>
  [...text.matchAll(/=/g)].map(({ index }) => index).filter((at) => mayBeMailEscape(text, at));

describe('an equals sign', () => {
  it.each([
    'at=09:12 id=219384756 took=123ms bytes=7001',
    'id=204 user=anna',
    'width=40px; height=120px',
    'min=60 max=99',
  ])('gives a number to a name: %s', (line) => {
    expect(escapesIn(line)).toEqual([]);
  });

  it.each([
    ['DE89=203704=200044=200532=200130=2000', 5],
    ['jane=40example.com', 1],
    ['jane=40example.com a=b', 1],
    ['card=204111=201111=201111=201111 a=b', 4],
    ['id=204 is what it says', 1],
    ['id=204\nuser=anna', 1],
    ['=?utf-8?q?a=40b?=', 2],
    ['a line=\nthat goes on', 1],
    ['Gr=C3=BC=C3=9Fe', 2],
  ])('may begin an escape of mail: %j', (text, count) => {
    expect(escapesIn(text)).toHaveLength(count);
  });
});
