import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasFreeSpace } from './free-space.js';

it('tells a disk with room from one that is full, and from a folder that is not there', async () => {
  expect(await hasFreeSpace([tmpdir()], 1)).toBe(true);
  expect(await hasFreeSpace([tmpdir()], Number.MAX_SAFE_INTEGER)).toBe(false);
  expect(await hasFreeSpace([tmpdir(), join(tmpdir(), 'gw-no-such-folder')], 1)).toBe(false);
});
