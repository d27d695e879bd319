import { expect, it } from 'vitest';
import { raisedLimits } from './raised.js';

const five = { amount: '5.00', period: 'monthly', mode: 'adaptive' } as const;
const override = { amount: '1.00', until: '2099-01-01T00:00:00Z' };

it.each([
  [{}, {}, []],
  [{}, { rpm: 5, budget: five }, []],
  [{ rpm: 5, tpm: 9 }, { rpm: 4, tpm: 9 }, []],
  [{ rpm: 5, tpm: 9 }, { rpm: 6 }, ['rpm', 'tpm']],
  [{ budget: five }, {}, ['budget']],
  [{ rpm: 5, budget: five }, { rpm: null, budget: null }, ['rpm', 'budget']],
  [{ budget: five }, { budget: { ...five, amount: '4.99' } }, []],
  [{ budget: five }, { budget: { ...five, amount: '5.000000001' } }, ['budget.amount']],
  [{ budget: five }, { budget: { ...five, amount: '10' } }, ['budget.amount']],
  [{ budget: five }, { budget: { ...five, period: 'daily' as const } }, ['budget.period']],
  [{ budget: five }, { budget: { ...five, period: 'total' as const } }, ['budget.period']],
  [{ budget: { ...five, mode: 'strict' as const } }, { budget: five }, ['budget.mode']],
  [{ budget: five }, { budget: { ...five, mode: 'strict' as const } }, []],
  [{ budget: five }, { budget: { ...five, override } }, ['budget.override']],
  [{ budget: { ...five, override } }, { budget: five }, ['budget.override']],
])('from %j to %j raises %j', (before, after, raised) => {
  expect(raisedLimits(before, after)).toEqual(raised);
});
