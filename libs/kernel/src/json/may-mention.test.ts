import { expect, it } from 'vitest';
import { mayMention } from './may-mention.js';

it.each([
  ['{"cache_control":1}', true],
  ['{"cache\\u005fcontrol":1}', true],
  ['{"cache\\u005Fcontrol":1}', true],
  ['{"cache control":"\\u00e9\\n"}', false],
])('%s may hold the name: %s', (text, expected) => {
  expect(mayMention('"cache_control"')(text)).toBe(expected);
});
