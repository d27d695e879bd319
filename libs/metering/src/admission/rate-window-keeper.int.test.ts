import { expect, it } from 'vitest';
import { SystemClock } from '#kernel';
import { testDatabase } from '../../../../test/support/test-database.js';
import { RateWindowKeeper } from './rate-window-keeper.js';

const { app } = await testDatabase();
const DAY_SLOTS = (24 * 3_600) / 5;

it('begins a window anew that was written while the clock stood 70 days ahead, and keeps the others', async () => {
  const keeper = new RateWindowKeeper(app, new SystemClock());
  for (const ahead of [0, 1, 720, 70 * DAY_SLOTS]) {
    await app.dataSource.query(
      `INSERT INTO rate_window (workload_id, slot, requests, tokens)
       VALUES (gen_random_uuid(), floor(extract(epoch FROM clock_timestamp()) / 5)::bigint + $1,
         array_fill(9, ARRAY[13]), array_fill(9, ARRAY[13]))`,
      [ahead],
    );
  }
  await keeper.forgetFuture();
  const left = await app.dataSource.query<{ ahead: string }[]>(
    `SELECT slot - floor(extract(epoch FROM clock_timestamp()) / 5)::bigint AS ahead FROM rate_window`,
  );
  expect(left).toHaveLength(2);
  for (const { ahead } of left) expect(Number(ahead)).toBeLessThanOrEqual(1);
});
