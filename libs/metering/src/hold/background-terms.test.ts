import { NOTHING_EXPECTED } from '#call';
import { NO_USAGE } from '#wire';
import { expect, it } from 'vitest';
import { aCall, anEndpoint, anOutcome } from '../../../../test/support/a-call.js';
import { aHold, aPrice } from '../testing/a-hold.js';
import { chargeOfBackground, writeTerms } from './background-terms.js';

const endpoint = anEndpoint();
const call = aCall({
  expected: { ...NOTHING_EXPECTED, output: { tokensMax: 200, choices: 1 } },
});
const hold = aHold({ requestBytes: 400 }, new Map([[endpoint, aPrice({ in: 1, out: 2 })]]));
const terms = writeTerms(call, hold, anOutcome({ endpoint }));

it('charges what the hold has for a total that the provider leaves out', () => {
  const usage = { ...NO_USAGE, inputTotal: 90 };
  const untold = { input: false, output: true };
  const { charge, marks } = chargeOfBackground(terms, { status: 'completed', usage, untold });
  expect(charge).toMatchObject({
    nano: 90n + 200n * 2n,
    usage: { inputTotal: 90, outputTotal: 200 },
    usageSource: 'partial',
    basis: 'usage',
  });
  expect(marks).toEqual([]);
});

it('charges an answer that failed for its input alone, where the provider leaves out the rest', () => {
  const usage = { ...NO_USAGE, inputTotal: 90 };
  const untold = { input: false, output: true };
  expect(chargeOfBackground(terms, { status: 'failed', usage, untold }).charge.nano).toBe(90n);
});

it('believes a count of zero', () => {
  const { charge } = chargeOfBackground(terms, {
    status: 'completed',
    usage: { ...NO_USAGE, inputTotal: 90 },
  });
  expect(charge).toMatchObject({ nano: 90n, usageSource: 'provider' });
});
