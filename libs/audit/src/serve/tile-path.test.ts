import { expect, it } from 'vitest';
import { readTilePath } from './tile-path.js';

it.each([
  ['0/000', { kind: 'hashes', level: 0, index: 0, width: 256 }],
  ['1/067.p/5', { kind: 'hashes', level: 1, index: 67, width: 5 }],
  ['0/x001/x234/067', { kind: 'hashes', level: 0, index: 1_234_067, width: 256 }],
  ['entries/x001/000.p/255', { kind: 'entries', level: 0, index: 1_000, width: 255 }],
])('reads %s', (path, asked) => {
  expect(readTilePath(path)).toEqual(asked);
});

it.each([
  '',
  '0',
  '0/0',
  '0/0000',
  '0/x000/001',
  '0/001/002',
  '0/x001',
  '0/000.p/0',
  '0/000.p/256',
  '0/000.p/05',
  '0/000.p',
  '9/000',
  '-1/000',
  'entries/1/000',
  'entries/000/',
  '../checkpoint',
  `0/${'x999/'.repeat(9)}999`,
])('does not read %s', (path) => {
  expect(readTilePath(path)).toBeUndefined();
});
