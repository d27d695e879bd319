import { expect, it } from 'vitest';
import { isElsewhere } from './is-elsewhere.js';
import { UNDECLARED } from './jurisdiction.js';

it.each([
  ['US', [], true, 'us', false],
  ['US', [], true, 'global', true],
  ['US', [], true, 'eu', true],
  ['EU', ['DE', 'FR'], true, 'de', false],
  ['EU', ['DE', 'FR'], true, 'eu', true],
  ['EU', [], true, 'eu', false],
  ['EEA+CH', [], true, 'eu', false],
  ['EU', [], true, 'uk', true],
  ['GB', [], true, 'uk', false],
  ['EU', [], true, 'atlantis', true],
  ['EU', [], false, 'us', false],
  ['LOCAL', [], true, 'us', false],
  ['GLOBAL', [], true, 'us', false],
])('%s %j, guaranteed: %s, and told to be %s: %s', (zone, countries, guaranteed, told, due) => {
  expect(isElsewhere({ ...UNDECLARED, zone, countries, guaranteed }, told)).toBe(due);
});
