import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './secret.js';

const secret = new Secret('sk-do-not-print');

it('reveals its value to whoever asks for it', () => {
  expect(secret.reveal()).toBe('sk-do-not-print');
});

it.each([
  ['text', String(secret)],
  ['a template', `${secret}`],
  ['JSON', JSON.stringify({ secret })],
  ['the console', format('%s %o %j %O', secret, secret, secret, { deep: [secret] })],
  ['inspect', inspect({ secret }, { showHidden: true, depth: 10 })],
  ['an error', inspect(new Error('failed', { cause: secret }))],
  ['its members', JSON.stringify(Object.entries(secret))],
])('does not print in %s', (_where, printed) => {
  expect(printed).not.toContain('do-not-print');
});
