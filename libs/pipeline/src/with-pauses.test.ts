import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { PAUSE, withPauses } from './with-pauses.js';

const MS = 300;

/** What is handed out when the test says so. */
function aSource() {
  const given: string[] = [];
  let wake: (() => void) | undefined;
  const state = { isReturned: false, isOver: false };
  async function* items(): AsyncGenerator<string> {
    try {
      for (;;) {
        const next = given.shift();
        if (next !== undefined) yield next;
        else if (state.isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      state.isReturned = true;
    }
  }
  const give = (...some: readonly string[]) => {
    given.push(...some);
    wake?.();
  };
  const end = () => {
    state.isOver = true;
    wake?.();
  };
  return { items: items(), give, end, state };
}

it('tells a pause while nothing comes, and while something does', async () => {
  const clock = new FakeClock();
  const { items, give, end, state } = aSource();
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const one of withPauses(items, clock, MS)) seen.push(one);
  })();
  await setImmediate();
  clock.advance(MS);
  await setImmediate();
  give('a');
  await setImmediate();
  clock.advance(MS - 1);
  await setImmediate();
  expect(seen).toEqual([PAUSE, 'a']);
  clock.advance(1);
  await setImmediate();
  give('b', 'c');
  end();
  await reading;
  expect(seen).toEqual([PAUSE, 'a', PAUSE, 'b', 'c']);
  expect(state.isReturned).toBe(true);
  expect(clock.pending).toBe(0);
});

it('is given back at a pause without waiting for what does not come', async () => {
  const clock = new FakeClock();
  const { items, give, state } = aSource();
  const paced = withPauses(items, clock, MS);
  const first = paced.next();
  await setImmediate();
  clock.advance(MS);
  expect(await first).toEqual({ done: false, value: PAUSE });
  await paced.return(undefined);
  expect(clock.pending).toBe(0);
  give('late');
  await setImmediate();
  expect(state.isReturned).toBe(true);
});

it('passes on what goes wrong', async () => {
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('reset')) }),
  };
  const paced = withPauses(failing, new FakeClock(), MS);
  await expect(paced.next()).rejects.toThrow('reset');
});
