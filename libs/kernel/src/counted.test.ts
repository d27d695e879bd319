import { expect, it } from 'vitest';
import { counted } from './counted.js';

it.each([
  [counted(0, 'row'), '0 rows'],
  [counted(1, 'row'), '1 row'],
  [counted(2, 'row'), '2 rows'],
  [counted(1, 'alias', 'aliases'), '1 alias'],
  [counted(3, 'alias', 'aliases'), '3 aliases'],
])('%s', (said, wanted) => {
  expect(said).toBe(wanted);
});
