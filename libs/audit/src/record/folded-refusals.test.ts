import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aCall } from '../../../../test/support/a-call.js';
import { BLANK } from '../entry/blank-entry.js';
import type { Entry } from '../entry/entry.js';
import { FoldedRefusals } from './folded-refusals.js';

const ROWS = 60; // The least that a workload has, whatever its rate limit.

function aKey() {
  const clock = new FakeClock();
  const rows: (number | null)[] = [];
  const folded = new FoldedRefusals(clock, ({ times }) => rows.push(times));
  const { principal, ...call } = aCall();
  const arrival = {
    ...call,
    principal: { ...principal, workload: { ...principal.workload, rpm: 1 } },
  };
  /** @returns how many of them got no row of their own */
  const refuse = (times: number): number => {
    let without = 0;
    for (let time = 0; time < times; time++) {
      if (folded.fold(arrival, () => BLANK as unknown as Entry)) without++;
    }
    return without;
  };
  return { clock, folded, rows, refuse };
}

it('keeps no more than five seconds of folded refusals in memory, where a kill would take them', () => {
  const { clock, rows, refuse } = aKey();
  expect(refuse(ROWS + 5)).toBe(5);
  clock.advance(4_999);
  expect(rows).toEqual([]);
  clock.advance(1);
  expect(rows).toEqual([5]);
  expect(refuse(3)).toBe(3);
  clock.advance(5_000);
  expect(rows).toEqual([5, 3]);
});

it('writes nothing where nothing was folded, and begins anew each minute', () => {
  const { clock, rows, refuse } = aKey();
  expect(refuse(ROWS)).toBe(0);
  clock.advance(60_000);
  expect([refuse(ROWS), rows, clock.pending]).toEqual([0, [], 1]);
});

it('writes what is left at the end of the minute, and when it is asked to', () => {
  const { clock, folded, rows, refuse } = aKey();
  refuse(ROWS);
  clock.advance(58_000);
  refuse(7);
  clock.advance(2_000);
  expect([rows, refuse(ROWS)]).toEqual([[7], 0]);
  clock.advance(3_000);
  expect(refuse(2)).toBe(2);
  folded.flush();
  expect(rows).toEqual([7, 2]);
});
