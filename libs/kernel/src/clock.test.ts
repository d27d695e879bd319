import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SystemClock } from './clock.js';

const clock = new SystemClock();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('wakes a sleeper after its time', async () => {
  let isAwake = false;
  const slept = clock.sleep(1_000).then(() => {
    isAwake = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isAwake).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isAwake).toBe(true);
  await slept;
});

it('wakes a sleeper at once when the signal aborts, and leaves no timer behind', async () => {
  const { signal, abort } = abortable();
  const slept = clock.sleep(60_000, signal);
  abort();
  await slept;
  await clock.sleep(60_000, signal);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not hold on to the signal of a sleep that is over', async () => {
  const { signal } = abortable();
  const removed = vi.spyOn(signal, 'removeEventListener');
  const slept = clock.sleep(10, signal);
  await vi.advanceTimersByTimeAsync(10);
  await slept;
  expect(removed).toHaveBeenCalledOnce();
});

it('ticks until it is stopped', () => {
  let ticks = 0;
  const stop = clock.every(100, () => ticks++);
  vi.advanceTimersByTime(350);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(ticks).toBe(3);
});

it('fires an alarm once', () => {
  let fired = 0;
  clock.after(100, () => fired++);
  vi.advanceTimersByTime(1_000);
  expect(fired).toBe(1);
});

it('starts an alarm anew, also one that has fired', () => {
  let fired = 0;
  const alarm = clock.after(100, () => fired++);
  vi.advanceTimersByTime(90);
  alarm.restart();
  vi.advanceTimersByTime(90);
  expect(fired).toBe(0);
  vi.advanceTimersByTime(10);
  expect(fired).toBe(1);
  alarm.restart();
  vi.advanceTimersByTime(100);
  expect(fired).toBe(2);
});

it('does not fire a cancelled alarm', () => {
  let fired = 0;
  clock.after(100, () => fired++).cancel();
  vi.advanceTimersByTime(1_000);
  expect(fired).toBe(0);
});

it('does not keep the process alive with its ticks and alarms', () => {
  vi.useRealTimers();
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const stop = clock.every(60_000, () => undefined);
  const alarm = clock.after(60_000, () => undefined);
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  stop();
  alarm.cancel();
  expect(after).toBe(before);
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
