import { beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../test/support/wait-for.js';
import { DatabaseGate } from '../../../../test/support/database-gate.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { Queries } from './database.js';
import { openDatabase } from './open-database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const ADD = {
  name: 'test-add',
  text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
    VALUES (gen_random_uuid(), $1, 'EUR', 'UTC', '{}', 'test')`,
};
const NAMES = { name: 'test-names', text: 'SELECT name FROM organisation WHERE name = $1' };
const DIE = { name: 'test-die', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
const SLEEP = { name: 'test-sleep', text: 'SELECT pg_sleep(0.05)' };
const ONE = { name: 'test-one', text: 'SELECT 1 AS one' };

const isThere = async (queries: Queries, name: string) =>
  (await queries.query(NAMES, [name])).length === 1;

describe('a transaction', () => {
  it('is committed when its work is done', async () => {
    const { app } = database;
    const result = await app.transaction(async (tx) => {
      await tx.query(ADD, ['committed']);
      expect(await isThere(tx, 'committed')).toBe(true);
      expect(await isThere(app, 'committed')).toBe(false);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await isThere(app, 'committed')).toBe(true);
  });

  it('leaves nothing behind when its work fails, and passes the fault on', async () => {
    const { app } = database;
    const work = app.transaction(async (tx) => {
      await tx.query(ADD, ['rolled back']);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await isThere(app, 'rolled back')).toBe(false);
  });

  it('hands its connection back usable after a statement has failed', async () => {
    const { app } = database;
    for (let turn = 0; turn < 20; turn++) {
      const work = app.transaction(async (tx) => {
        await tx.query({ name: 'test-broken', text: 'SELECT no_such_column FROM organisation' });
      });
      await expect(work).rejects.toThrow(/no_such_column/);
    }
    expect(await app.query(ONE)).toEqual([{ one: 1 }]);
  });

  it('whose connection is killed fails alone, and its connection is not used again', async () => {
    const { app } = database;
    const killed = app.transaction(async (tx) => {
      await tx.query(ADD, ['killed']);
      await tx.query(DIE);
    });
    await expect(killed).rejects.toThrow();
    expect(await isThere(app, 'killed')).toBe(false);
    const all = await Promise.all(Array.from({ length: 30 }, () => app.query(ONE)));
    expect(all).toHaveLength(30);
  });

  it('survives the loss of its connection between two statements', async () => {
    const { app, owner } = database;
    const work = app.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>({
        name: 'test-pid',
        text: 'SELECT pg_backend_pid() AS pid',
      });
      const kill = { name: 'test-kill', text: 'SELECT pg_terminate_backend($1)' };
      await owner.query(kill, [row?.pid]);
      await owner.query(SLEEP); // The loss is heard of while nothing is asked.
      await tx.query(ONE);
    });
    await expect(work).rejects.toThrow();
    expect(await app.query(ONE)).toEqual([{ one: 1 }]);
  });
});

describe('a lost database', () => {
  it('is an error for whoever asks, and nothing more; it is found again when it is back', async () => {
    const gate = await DatabaseGate.before(database.url);
    const app = await openDatabase({ url: gate.url, poolSize: 4, asApp: true });
    try {
      await Promise.all(Array.from({ length: 8 }, () => app.query(ONE)));
      gate.shut();
      const asked = await Promise.allSettled(Array.from({ length: 8 }, () => app.query(ONE)));
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
      await expect(app.transaction(() => Promise.resolve())).rejects.toThrow();
      gate.open();
      // On a busy machine it was away for long enough to be taken for silent, until its next beat.
      const found = () => app.query(ONE).catch(() => undefined);
      expect(await waitFor('the database to be found', found)).toEqual([{ one: 1 }]);
    } finally {
      await app.close();
      gate.close();
    }
  });

  it('is said at once when it was never there', async () => {
    const url = 'postgresql://nobody@127.0.0.1:1/none';
    await expect(openDatabase({ url, poolSize: 2, asApp: true })).rejects.toThrow(/ECONNREFUSED/);
  });
});
