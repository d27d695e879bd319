import { expect, it } from 'vitest';
import { periodKey } from './counters.js';
import { PeriodTime } from './period-time.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HALF_PAST_MIDNIGHT_MS = Date.parse('2026-11-21T00:30:00Z');

/** A machine whose wall clock can be set, and the time that periods go by there. */
function aMachine() {
  const time = new PeriodTime();
  let atMs = 5_000_000;
  let aheadMs = 0;
  const day = () => {
    const wallMs = HALF_PAST_MIDNIGHT_MS - 5_000_000 + atMs + aheadMs;
    return periodKey('daily', time.read(wallMs, atMs), 'UTC');
  };
  return {
    day,
    setBy: (ms: number) => (aheadMs += ms),
    /** With a call each minute. */
    pass: (ms: number) => {
      for (const endMs = atMs + ms; atMs < endMs; atMs += MINUTE_MS) day();
    },
  };
}

it('keeps to the day when the clock is set back an hour over midnight, and meets it again', () => {
  const machine = aMachine();
  expect(machine.day()).toBe('d2026-11-21');
  machine.setBy(-HOUR_MS);
  for (let minutes = 0; minutes < 90; minutes += 10) {
    expect(machine.day()).toBe('d2026-11-21');
    machine.pass(10 * MINUTE_MS);
  }
  machine.pass(DAY_MS - 61 * MINUTE_MS);
  expect(machine.day()).toBe('d2026-11-21'); // It is met: 23:59 on the clock that was set back.
  machine.pass(2 * MINUTE_MS);
  expect(machine.day()).toBe('d2026-11-22');
});

it('takes no notice of 70 days forward and back', () => {
  const machine = aMachine();
  machine.day();
  machine.setBy(70 * DAY_MS);
  machine.pass(9 * MINUTE_MS);
  expect(machine.day()).toBe('d2026-11-21');
  machine.setBy(-70 * DAY_MS);
  machine.pass(DAY_MS);
  expect(machine.day()).toBe('d2026-11-22');
});

it('believes a step that stands, in both directions', () => {
  const machine = aMachine();
  machine.day();
  machine.setBy(3 * DAY_MS);
  machine.pass(11 * MINUTE_MS);
  expect(machine.day()).toBe('d2026-11-24');
  machine.setBy(-3 * DAY_MS);
  expect(machine.day()).toBe('d2026-11-24');
  machine.pass(11 * MINUTE_MS);
  expect(machine.day()).toBe('d2026-11-21');
});

it('follows the small corrections of a time server, never back', () => {
  const time = new PeriodTime();
  expect(time.read(1_000_000, 0)).toBe(1_000_000);
  expect(time.read(1_001_400, 1_000)).toBe(1_001_400);
  expect(time.read(1_001_300, 1_100)).toBe(1_001_400);
  expect(time.read(1_003_000, 3_000)).toBe(1_003_000);
});
