import { expect, it, vi } from 'vitest';
import { Cancellation } from './cancellation.js';

it('tells every listener once, with the first reason', () => {
  const cancellation = new Cancellation();
  const [first, second] = [vi.fn(), vi.fn()];
  cancellation.onCancel(first);
  cancellation.onCancel(second);
  expect(cancellation.isCancelled).toBe(false);

  const reason = new Error('enough');
  cancellation.cancel(reason);
  cancellation.cancel(new Error('once more'));

  expect(cancellation.reason).toBe(reason);
  for (const listener of [first, second]) expect(listener.mock.calls).toEqual([[reason]]);
});

it('tells a late listener at once, and not one that was taken back', () => {
  const cancellation = new Cancellation();
  const [gone, late] = [vi.fn(), vi.fn()];
  const takeBack = cancellation.onCancel(gone);
  takeBack();
  takeBack();
  cancellation.cancel(new Error('enough'));
  cancellation.onCancel(late);

  expect(gone).not.toHaveBeenCalled();
  expect(late).toHaveBeenCalledTimes(1);
});
