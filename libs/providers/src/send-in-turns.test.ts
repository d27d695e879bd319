import { describe, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import type { AttemptResult, Failure } from './attempt.js';
import { sendInTurns } from './send-in-turns.js';

const OK = { isOk: true, reply: { status: 200 } } as unknown as AttemptResult;
const BAD: AttemptResult = { isOk: false, failure: { cause: 'reset' } as Failure };

/** Items that are answered by hand. */
function byHand() {
  const open = new Map<number, (result: AttemptResult) => void>();
  const begun: number[] = [];
  const send = (item: number, cancellation: Cancellation): Promise<AttemptResult> => {
    begun.push(item);
    return new Promise((resolve, reject) => {
      open.set(item, resolve);
      cancellation.onCancel(reject);
    });
  };
  return { begun, send, answer: (item: number, result = OK) => open.get(item)?.(result) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const items = Array.from({ length: 20 }, (_, index) => index);

describe('items in turns', () => {
  it('begin eight at a time, and end in the order of the items', async () => {
    const { begun, send, answer } = byHand();
    const all = sendInTurns(items, new Cancellation(), send);
    expect(begun).toEqual(items.slice(0, 8));
    answer(7);
    await turn();
    expect(begun).toHaveLength(9);
    for (const item of items) {
      answer(item);
      await turn();
    }
    expect(await all).toEqual(items.map(() => OK));
  });

  it('end with the first that fails, and none begins behind it', async () => {
    const { begun, send, answer } = byHand();
    const all = sendInTurns(items, new Cancellation(), send);
    answer(3, BAD);
    expect(await all).toEqual([BAD]);
    expect(begun).toHaveLength(8);
  });

  it('throw what the first of them threw', async () => {
    const send = (item: number) =>
      item === 2 ? Promise.reject(new Error('no memory')) : Promise.resolve(OK);
    await expect(sendInTurns(items, new Cancellation(), send)).rejects.toThrow('no memory');
  });

  it('end with the call', async () => {
    const { send } = byHand();
    const outer = new Cancellation();
    const all = sendInTurns(items, outer, send);
    outer.cancel(new Error('the caller has gone'));
    await expect(all).rejects.toThrow('the caller has gone');
  });
});
