import { expect, it } from 'vitest';
import { judgeMemory } from './judge.js';
import type { Sample } from './sample.js';

/** One each five seconds, by what memory is at that share of the run. */
const run = (minutes: number, rssMbAt: (share: number) => number): Sample[] =>
  Array.from({ length: minutes * 12 }, (_, at) => ({
    atS: at * 5,
    callsPerSecond: 100,
    p50Ms: 5,
    p99Ms: 9,
    rssMb: rssMbAt(at / (minutes * 12)),
    driftNano: 0,
  }));
const MEMORY = { idle: 100, idleAfterBurst: 119, calm: 200, calmAfterBurst: 201 };
const marks = (...args: Parameters<typeof judgeMemory>) =>
  judgeMemory(...args).map(({ isMet }) => isMet);

it('growth is judged from three minutes on, and said not to be before', () => {
  const grows = (share: number) => 100 + 100 * share;
  expect(marks(10, run(10, grows), MEMORY)[0]).toBe(false);
  expect(
    marks(
      3,
      run(3, () => 100),
      MEMORY,
    )[0],
  ).toBe(true);
  const [short] = judgeMemory(2.9, run(2, grows), MEMORY);
  expect(short).toMatchObject({ isMet: null, measured: expect.stringContaining('says nothing') });
});

it('each burst is held to what was there before it, and what load and burst left is said', () => {
  const flat = run(10, () => 150);
  expect(marks(10, flat, MEMORY)).toEqual([true, true, true, null]);
  expect(marks(10, flat, { ...MEMORY, idleAfterBurst: 121 })).toEqual([true, false, true, null]);
  expect(marks(10, flat, { ...MEMORY, calmAfterBurst: 241 })).toEqual([true, true, false, null]);
  expect(judgeMemory(10, flat, MEMORY).at(-1)?.measured).toBe(
    '100 MB before, 201 MB after (+101 %)',
  );
});
