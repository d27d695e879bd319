import { expect, it } from 'vitest';
import { Cores, Disk, Locks } from './stations.js';
import { Timeline } from './timeline.js';

const MS = 1_000; // Microseconds.

function timed(run: (time: Timeline, note: (what: string) => () => void) => void) {
  const time = new Timeline();
  const noted: [string, number][] = [];
  run(time, (what) => () => void noted.push([what, time.nowMs]));
  time.runUntil(1_000);
  return noted;
}

it('works off on one core one after the other, and on two side by side', () => {
  const on = (cores: number) =>
    timed((time, note) => {
      const station = new Cores(time, cores);
      station.work(10 * MS, note('a'));
      station.work(5 * MS, note('b'));
    });
  expect(on(1)).toEqual([
    ['a', 10],
    ['b', 15],
  ]);
  expect(on(2)).toEqual([
    ['b', 5],
    ['a', 10],
  ]);
  expect(on(0.5)).toEqual([
    ['a', 20],
    ['b', 30],
  ]);
});

it('flushes in one what came during the flush before', () => {
  const flushed = timed((time, note) => {
    const disk = new Disk(time, 100, 5);
    for (const name of ['a', 'b', 'c']) disk.commit(100, note(name));
  });
  expect(flushed).toEqual([
    ['a', 6],
    ['b', 13],
    ['c', 13],
  ]);
});

it('lets two that share an owner through in turns, and others beside them', () => {
  const taken = timed((time, note) => {
    const locks = new Locks();
    const use = (name: string, owners: readonly number[]) =>
      locks.take(owners, () => {
        note(name)();
        time.after(10, () => locks.release(owners));
      });
    use('a', [1, 2]);
    use('b', [2, 3]);
    use('c', [3]);
    use('d', [3]);
    use('e', [4]);
  });
  expect(taken).toEqual([
    ['a', 0],
    ['c', 0],
    ['e', 0],
    ['d', 10],
    ['b', 20],
  ]);
});
