import { DATA_SUBTYPES } from '#contract';
import { expect, it } from 'vitest';
import { ALL_NUMBERS } from './all-numbers.js';

it('are what a policy may name, one by one', () => {
  const named = ALL_NUMBERS.flatMap(({ subtype, kind }) =>
    subtype ? [[subtype, kind] as const] : [],
  );
  // Without a check digit: by the code of its bank alone.
  named.push(['de_account', 'bank_account']);
  expect(new Map(named)).toEqual(new Map(DATA_SUBTYPES));
});
