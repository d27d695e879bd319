import { expect, it } from 'vitest';
import { runAtOnce } from '#kernel';
import { scanText } from './scan-text.js';

const found = (text: string) =>
  runAtOnce(scanText(text, { terms: null, withoutNames: true })).findings.map(
    ({ kind, start, end }) => [kind, text.slice(start, end)],
  );

it.each([
  ['iban', 'DЕ89 3704 0044 0532 0130 00'],
  ['api_key', 'ghр_х7Kq2mZp9Lw4Rt6Yb1Nc8Vd3Fg5Hj0SаQе2U'],
  ['password', 'pаsswоrd: hunTer2-9xQ'],
])('finds a value of kind %s with letters of another script in it', (kind, value) => {
  const [first] = found(`So: ${value}`);
  expect(first?.[0]).toBe(kind);
  expect(value).toContain(first?.[1] ?? 'nothing');
});

it.each([
  'Он сказал: пароль не нужен, а SQL-запрос и iPhoneом — да, 2й раз.',
  'Η τιμή του api είναι α1, το x και το υ.',
  'Ϲ'.repeat(50),
])('leaves what is written in two scripts as it is: %s', (text) => {
  expect(found(text)).toEqual([]);
});
