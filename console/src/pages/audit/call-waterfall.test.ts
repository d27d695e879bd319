import { expect, it } from 'vitest';
import { barsOf } from './call-waterfall';

const step = (name: 'gateway' | 'inspect' | 'meter' | 'attempt', ms: number) => ({
  step: name,
  ms,
  provider: name === 'attempt' ? 'acme' : null,
  status: null,
  error: null,
});
const told = (bars: ReturnType<typeof barsOf>) =>
  bars.map(({ name, sinceMs, ms }) => [name, sinceMs, ms]);

it('puts steps one after the other, with what they do not account for', () => {
  const steps = [step('gateway', 4), step('inspect', 1), step('meter', 2), step('attempt', 10)];
  expect(told(barsOf(steps, 30))).toEqual([
    ['read', 0, 1],
    ['inspect', 1, 1],
    ['meter', 2, 2],
    ['attempt', 4, 10],
    ['answer', 14, 16],
  ]);
});

it('shows the gateway as a whole where a row does not tell its steps', () => {
  expect(told(barsOf([step('gateway', 4), step('attempt', 10)], 14))).toEqual([
    ['gateway', 0, 4],
    ['attempt', 4, 10],
  ]);
  expect(barsOf([], 3)).toEqual([]);
});
