import { expect, it } from 'vitest';
import { loosenedProvider } from './loosened.js';

const base_url = 'https://tools.example.com/mcp';
const other = 'https://example.org/mcp';

it.each([
  ['a new one without it', null, { base_url }, []],
  ['a new one with it', null, { base_url, trusted: true }, ['trusted']],
  ['one that gets it', { base_url }, { base_url, trusted: true }, ['trusted']],
  ['one that has it', { base_url, trusted: true }, { base_url, trusted: true }, []],
  [
    'one that has it and moves',
    { base_url, trusted: true },
    { base_url: other, trusted: true },
    ['trusted'],
  ],
  ['one that loses it and moves', { base_url, trusted: true }, { base_url: other }, []],
])('trust in a tool server loosens: %s', (_what, before, after, paths) => {
  expect(loosenedProvider(before, after)).toEqual(paths);
});
