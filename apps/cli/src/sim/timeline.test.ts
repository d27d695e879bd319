import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Timeline } from './timeline.js';

it('runs what is planned in the order of its moments, and at one moment in the order of planning', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (moments) => {
      const time = new Timeline();
      const ran: number[] = [];
      moments.forEach((ms, place) => time.after(ms, () => ran.push(place)));
      time.runUntil(20);
      const due = moments.map((ms, place) => ({ ms, place }));
      const wanted = due.toSorted((a, b) => a.ms - b.ms || a.place - b.place);
      expect(ran).toEqual(wanted.map(({ place }) => place));
    }),
  );
});

it('leaves what lies behind the end, and plans from the moment that it is', () => {
  const time = new Timeline();
  const ran: number[] = [];
  const again = () => {
    ran.push(time.nowMs);
    time.after(10, again);
  };
  time.after(10, again);
  time.runUntil(35);
  expect(ran).toEqual([10, 20, 30]);
  expect(time.nowMs).toBe(35);
});
