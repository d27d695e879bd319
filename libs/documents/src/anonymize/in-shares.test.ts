import { expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import { inShares } from './in-shares.js';

const pages = Array.from({ length: 10 }, (_, page) => page);
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('parts pages, so many shares at a time, and puts together what came of them in their order', async () => {
  let now = 0;
  let most = 0;
  const shares: (readonly number[])[] = [];
  const first: boolean[] = [];
  const done = await inShares(
    pages,
    { pagesMax: 3, atOnce: 2 },
    new Cancellation(),
    async (share, _ended, isFirst) => {
      shares.push(share);
      first.push(isFirst);
      most = Math.max(most, ++now);
      await later(share.includes(0) ? 20 : 1);
      now--;
      return share.map((page) => `page ${page}`);
    },
  );
  expect(done).toEqual(pages.map((page) => `page ${page}`));
  expect(shares.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
  expect(most).toBe(2);
  expect(first).toEqual([true, false, false, false]);
});

it('asks once where there is no page: of bytes there is always something to say', async () => {
  const asked: (readonly number[])[] = [];
  await inShares([], { pagesMax: 3, atOnce: 2 }, new Cancellation(), (share) => {
    asked.push(share);
    return Promise.resolve([]);
  });
  expect(asked).toEqual([[]]);
});

it('ends the others where one fails, and all where nobody waits any more', async () => {
  const fault = new Error('unreadable');
  const heard: (Error | undefined)[] = [];
  const failing = inShares(pages, { pagesMax: 3, atOnce: 2 }, new Cancellation(), (share, ended) =>
    share.includes(0)
      ? Promise.reject(fault)
      : new Promise<readonly number[]>((_resolve, reject) => {
          ended.onCancel((reason) => {
            heard.push(reason);
            reject(reason);
          });
        }),
  );
  await expect(failing).rejects.toBe(fault);
  expect(heard).toEqual([fault]);
  const ended = new Cancellation();
  const gone = new Error('gone');
  let shares = 0;
  const cancelled = inShares(pages, { pagesMax: 3, atOnce: 1 }, ended, (share) => {
    shares++;
    ended.cancel(gone);
    return Promise.resolve(share);
  });
  await expect(cancelled).rejects.toBe(gone);
  expect(shares).toBe(1);
});
