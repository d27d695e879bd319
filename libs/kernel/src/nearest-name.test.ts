import { expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.js';

const KNOWN = ['budget', 'allowed_models', 'rpm', 'tpm', 'GW_PORT', 'GW_HOST'];

it.each([
  ['budgets', 'budget'],
  ['bugdet', 'budget'],
  ['allow_models', 'allowed_models'],
  ['allowedModels', 'allowed_models'],
  ['rmp', 'rpm'],
  ['GW_PROT', 'GW_PORT'],
  ['gw_port', 'GW_PORT'],
])('takes %s for %s', (written, meant) => {
  expect(nearestName(written, KNOWN)).toBe(meant);
});

it.each(['colour', 'x', '', 'GW_SOMETHING_ELSE', 'x'.repeat(5_000)])(
  'has nothing to say of %j',
  (written) => {
    expect(nearestName(written, KNOWN)).toBeUndefined();
    expect(didYouMean(written, KNOWN)).toBe('');
  },
);

it('asks at the end of a message', () => {
  expect(didYouMean('budgt', KNOWN)).toBe('; did you mean budget?');
});
