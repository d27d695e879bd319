import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSecret } from './read-secret.js';

const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'gw-secret-')), 'key');
  writeFileSync(file, text);
  return file;
};
const none = () => undefined;

it('reads a secret from a variable or a file, without the newline at its end', () => {
  expect(readSecret({ env: 'KEY' }, () => 'sk-1')?.reveal()).toBe('sk-1');
  expect(readSecret({ file: fileWith('sk-2\n') }, none)?.reveal()).toBe('sk-2');
});

it('takes nothing for a secret that is empty or missing', () => {
  expect(readSecret({ env: 'KEY' }, () => '')).toBeUndefined();
  expect(readSecret({ file: fileWith(' \n') }, none)).toBeUndefined();
  expect(readSecret({ file: '/nowhere/key' }, none)).toBeUndefined();
});
