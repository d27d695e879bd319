import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leftOfEach, type CreditStep } from './unused-credit.js';

const step = fc.oneof(
  fc.record({
    do: fc.constant('bring' as const),
    nano: fc.bigInt({ min: 1n, max: 50n }),
    endsAt: fc.option(fc.integer({ min: 1, max: 9 })),
  }),
  fc.record({
    do: fc.constantFrom('use' as const, 'take' as const),
    nano: fc.bigInt({ min: 1n, max: 40n }),
  }),
  fc.record({ do: fc.constant('end' as const), place: fc.nat({ max: 5 }) }),
);

/** Each amount is taken from what ends first, at the moment when it is used. */
it('is what is left where each call is paid from what ends first', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const purses: { id: string; endsAt: number; left: bigint }[] = [];
      const entries: CreditStep[] = [];
      let used = 0n;
      const pay = (nano: bigint) => {
        let rest = nano;
        for (const purse of purses.toSorted((a, b) => a.endsAt - b.endsAt)) {
          const paid = purse.left < rest ? purse.left : rest;
          purse.left -= paid;
          rest -= paid;
        }
      };
      const note = (change: Partial<CreditStep>) => {
        const id = String(entries.length).padStart(4, '0');
        const plain = { id, nano: 0n, endsAt: null, endedId: null, usedNano: used };
        entries.push({ ...plain, ...change });
        return id;
      };
      for (const one of steps) {
        if (one.do === 'bring') {
          const id = note({ nano: one.nano, endsAt: one.endsAt ? new Date(one.endsAt) : null });
          purses.push({ id, endsAt: one.endsAt ?? Infinity, left: one.nano });
        } else if (one.do === 'end') {
          const [purse] = purses.splice(one.place, 1);
          if (purse) note({ nano: -purse.left, endedId: purse.id });
        } else {
          pay(one.nano);
          if (one.do === 'use') used += one.nano;
          else note({ nano: -one.nano });
        }
      }
      const expected = new Map(purses.map(({ id, left }) => [id, left]));
      expect(leftOfEach(entries, used)).toEqual(expected);
    }),
  );
});

it('counts nothing against credit that was used before it came', () => {
  const old = { id: '1', nano: 100n, endsAt: null, endedId: null, usedNano: null };
  const gift = { id: '2', nano: 10n, endsAt: new Date(5), endedId: null, usedNano: 90n };
  expect([...leftOfEach([old, gift], 93n).values()]).toEqual([10n, 7n]);
});
