import { expect, it } from 'vitest';
import { RetryBudget } from './retry-budget.js';

const retriesAt = (budget: RetryBudget, nowMs: number) => {
  let count = 0;
  while (count < 1_000 && budget.tryRetry(nowMs)) count++;
  return count;
};

it('allows three retries however few calls there are', () => {
  const budget = new RetryBudget();
  budget.countCall(0);
  expect(retriesAt(budget, 0)).toBe(3);
});

it('allows a tenth of the calls', () => {
  const budget = new RetryBudget();
  for (let call = 0; call < 200; call++) budget.countCall(100);
  expect(retriesAt(budget, 100)).toBe(20);
});

it('starts anew after ten seconds', () => {
  const budget = new RetryBudget();
  for (let call = 0; call < 200; call++) budget.countCall(0);
  expect(retriesAt(budget, 9_999)).toBe(20);
  expect(retriesAt(budget, 10_000)).toBe(3);
});
