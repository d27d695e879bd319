import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { MemoryLogger } from '../../../../test/support/memory-logger.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Outbox, type OutboxMessage } from './outbox.js';

const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());
let database: TestDatabase;
let log: MemoryLogger;
beforeEach(async () => {
  database = await testDatabase();
  log = new MemoryLogger();
  Logger.overrideLogger(log);
});
afterEach(() => Logger.overrideLogger(false));

const aMessage = (change: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id: ids.callId(),
  organisationId: ids.organisationId(),
  kind: 'test',
  target: 'somebody',
  payload: '{}',
  ...change,
});

/** One process that delivers as it is told. */
function aProcess(deliver: (message: OutboxMessage) => Promise<void>) {
  const outbox = new Outbox(database.app, clock);
  outbox.deliverBy('test', deliver);
  return outbox;
}

const add = (outbox: Outbox, message: OutboxMessage) =>
  database.app.transaction((tx) => outbox.add(tx, message));

const rows = () =>
  database.owner.dataSource.query<
    { id: string; attempts: number; wait: string; last_fault: string; failed: boolean }[]
  >(`SELECT id, attempts, round(extract(epoch FROM due_at - now()))::text AS wait, last_fault,
    failed_at IS NOT NULL AS failed FROM outbox ORDER BY id`);
const makeDue = () => database.owner.dataSource.query('UPDATE outbox SET due_at = now()');

it('delivers what was committed, once, and keeps nothing of it', async () => {
  const seen: OutboxMessage[] = [];
  const outbox = aProcess((message) => Promise.resolve(void seen.push(message)));
  const message = aMessage({ payload: '{"a":1}' });
  await add(outbox, message);
  await expect(
    database.app.transaction(async (tx) => {
      await outbox.add(tx, aMessage());
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect([await outbox.deliverDue(), await outbox.deliverDue()]).toEqual([1, 0]);
  expect(seen).toEqual([{ ...message, attempts: 1 }]);
  expect(await rows()).toEqual([]);
});

it('waits longer after each failure, and gives up in the end', async () => {
  const outbox = aProcess(() => Promise.reject(new Error('away')));
  await add(outbox, aMessage());
  const waits: number[] = [];
  for (let tries = 0; tries < 12; tries++) {
    expect(await outbox.deliverDue()).toBe(1);
    waits.push(Number((await rows())[0]?.wait));
    await makeDue();
  }
  expect(waits.slice(0, 4)).toEqual([5, 20, 80, 320]);
  expect(Math.max(...waits)).toBe(21_600);
  expect(await rows()).toMatchObject([{ attempts: 12, last_fault: 'away', failed: true }]);
  expect([await outbox.deliverDue(), outbox.counters.givenUp]).toEqual([0, 1]);
});

it('says once in the log what a message waits for, and not to whom it goes', async () => {
  const outbox = aProcess(() => Promise.reject(new Error('its secret is not set')));
  const message = aMessage({ target: 'ada@example.org' });
  await add(outbox, message);
  for (let tries = 0; tries < 3; tries++) {
    expect(await outbox.deliverDue()).toBe(1);
    await makeDue();
  }
  expect(log.lines.join()).not.toContain('ada@');
  expect(log.lines).toEqual([
    expect.stringContaining(
      `warn test ${message.id} could not be delivered: its secret is not set`,
    ),
  ]);
});

it('is delivered again, under the same id, after a kill in the middle of it', async () => {
  const dying = aProcess(() => new Promise(() => undefined));
  const message = aMessage();
  await add(dying, message);
  void dying.deliverDue(); // It never ends, as a process that was killed does not.
  const seen: string[] = [];
  const other = aProcess(({ id }) => Promise.resolve(void seen.push(id)));
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  expect(await other.deliverDue()).toBe(0); // For as long as the first may be at work.
  await makeDue();
  expect([await other.deliverDue(), seen]).toEqual([1, [message.id]]);
});

it('shares the work among processes, each message at one of them', async () => {
  const seen: string[] = [];
  const processes = Array.from({ length: 4 }, () =>
    aProcess(({ id }) => Promise.resolve(void seen.push(id))),
  );
  const messages = Array.from({ length: 60 }, () => aMessage());
  for (const message of messages) await add(processes[0] as Outbox, message);
  const due = await Promise.all(processes.map((outbox) => outbox.deliverDue()));
  expect(due.reduce((sum, count) => sum + count, 0)).toBe(60);
  expect(seen.toSorted()).toEqual(messages.map(({ id }) => id).toSorted());
});

it('leaves to others what it has no deliverer for', async () => {
  const outbox = aProcess(() => Promise.resolve());
  await add(outbox, aMessage({ kind: 'other' }));
  expect(await outbox.deliverDue()).toBe(0);
  expect(await rows()).toMatchObject([{ attempts: 0, failed: false }]);
});
