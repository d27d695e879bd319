import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseGate } from '../../../../test/support/database-gate.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { DatabaseUnavailable } from './pulse.js';

const ONE = { name: 'pulse-one', text: 'SELECT 1 AS one' };
const SLOW = { name: 'pulse-slow', text: 'SELECT pg_sleep(1.2)' };

let gate: DatabaseGate;
let database: Database;
beforeAll(async () => {
  gate = await DatabaseGate.before((await testDatabase()).url);
  database = await openDatabase({ url: gate.url, poolSize: 4, asApp: true });
});
afterAll(async () => {
  await database.close();
  gate.close();
});

const isServed = () =>
  database.query(ONE).then(
    () => true,
    () => false,
  );
const untilServed = () => waitFor('the database to be used again', isServed);

it('rejects what waits for a server that fell silent, long before its own deadline', async () => {
  await database.query(ONE);
  gate.freeze();
  const waits = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => database.query(ONE)),
    database.transaction((tx) => tx.query(ONE)),
  ]);
  expect(waits.every((wait) => wait.status === 'rejected')).toBe(true);
  const reasons = waits.map((wait) => (wait as PromiseRejectedResult).reason as unknown);
  expect(reasons.every((reason) => reason instanceof DatabaseUnavailable)).toBe(true);
  gate.thaw();
  await untilServed();
});

it('turns away who comes while it is silent, without asking', async () => {
  gate.freeze();
  await expect(database.query(ONE)).rejects.toThrow(DatabaseUnavailable);
  for (let turn = 0; turn < 100; turn++) {
    await expect(database.query(ONE)).rejects.toThrow('The database does not answer.');
    await expect(database.transaction((tx) => tx.query(ONE))).rejects.toThrow(DatabaseUnavailable);
  }
  gate.thaw();
  await untilServed();
});

it('takes a slow statement for no silence', async () => {
  await expect(database.query(SLOW)).resolves.toHaveLength(1);
});

it('asks nothing while it is suspended', async () => {
  const waiting = database.query(SLOW);
  database.suspend('another gateway is at work');
  await expect(waiting).rejects.toThrow('another gateway is at work');
  await expect(database.query(ONE)).rejects.toThrow('another gateway is at work');
  database.resume();
  expect(await isServed()).toBe(true);
});

it('leaves the connection, too, that was there before it was looked at', async () => {
  const other = await openDatabase({ url: gate.url, poolSize: 2, asApp: true });
  gate.freeze();
  // Its rollback would wait for the deadline of a statement, which is later than that of this test.
  await expect(other.transaction((tx) => tx.query(ONE))).rejects.toThrow(DatabaseUnavailable);
  await other.close();
  gate.thaw();
  await untilServed();
}, 10_000);

it('closes although the server hears nothing', async () => {
  const other = await openDatabase({ url: gate.url, poolSize: 2, asApp: true });
  await other.query(ONE);
  gate.freeze();
  await other.close();
  gate.thaw();
  await untilServed();
});
