import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import {
  InstanceSecrets,
  migrate,
  openDatabase,
  readBackup,
  restoreBackup,
  withPatientClient,
  writeBackup,
} from '#platform';
import { emptyDatabases } from '../../../../test/support/test-database.js';
import type { StoreRow } from '../keep/stores.js';
import { EXTENSION_MS, KEEP_MS } from '../limits.js';
import {
  aVector,
  KnowledgeKit,
  knowledgePlace,
  NEVER,
  type Place,
} from '../testing/knowledge-kit.js';
import { IndexUnusable } from './index-unusable.js';

const NUMBERS = 32;
const WAIT = { timeout: 60_000 };
const HANGS_MS = 120_000;
const some = (count: number, length = NUMBERS) =>
  Array.from({ length: count }, () => aVector(length));

const { kit, owner, url } = await knowledgePlace({ allows: 'on' }, 'CREATE EXTENSION vector');
const anEmptyDatabase = emptyDatabases();

/** By the index alone: what it cannot answer is a fault. */
async function find(store: StoreRow, length = NUMBERS, by: KnowledgeKit = kit) {
  const sought = { vectors: [aVector(length)], count: 50, scoreMin: -1, filter: () => true };
  return by.indexed.nearest(await by.now(store), sought, NEVER);
}
const tableOf = ({ id }: Pick<StoreRow, 'id'>) => `gw_vectors.of_${id.replaceAll('-', '')}`;
const rowsOf = async (store: Pick<StoreRow, 'id'>) =>
  (await owner(`SELECT FROM ${tableOf(store)}`)).length;
const placeOf = (store: Pick<StoreRow, 'id'>, as = owner) =>
  as(`SELECT to_regclass('${tableOf(store)}') AS place`);
const MAKE = { name: 'test-make', text: 'SELECT gw_make_vectors($1, $2)' };
const NOWHERE = [{ place: null }];

/** What the database has is seen at once, and what lacks is looked for. */
async function keep(by: KnowledgeKit, until: () => Promise<void>): Promise<void> {
  by.clock.advance(EXTENSION_MS);
  by.keeper.start();
  try {
    await until();
  } finally {
    await by.keeper.stop();
  }
}

describe('an index', () => {
  it('that was begun is gone on with behind what it has, and answers when it is whole', async () => {
    const store = await kit.store('pgvector');
    const { row, runner } = await kit.embed(store, some(640));
    const ended = new Cancellation();
    const adding = kit.indexer.add(await kit.now(store), row, ended);
    const outcome = adding.catch((fault: Error) => fault.message);
    await expect.poll(() => rowsOf(store).catch(() => 0), { interval: 1 }).toBeGreaterThan(0);
    ended.cancel(new Error('killed'));
    expect(await outcome).toBe('killed');
    expect(await rowsOf(store)).toBeLessThan(640);
    const maker = `SELECT xmin::text FROM ${tableOf(store)} WHERE n = 0`;
    const [begun] = await owner(maker);
    await kit.documents.complete(row, runner);
    await expect(find(store)).rejects.toThrow(IndexUnusable);
    await keep(kit, async () => {
      await expect.poll(() => find(store).catch(() => []), WAIT).toHaveLength(50);
    });
    expect(await rowsOf(store)).toBe(640);
    expect(await owner(maker)).toEqual([begun]); // What a kill had left was not made again.
  });

  it('goes with its store, and when another engine is chosen, and is made again when it is chosen again', async () => {
    const store = await kit.store('pgvector');
    await kit.learn(store, some(40));
    const change = async (engine: 'exact' | 'pgvector') => {
      const now = await kit.now(store);
      const changed = await kit.app.transaction((tx) =>
        kit.stores.change(tx, now, { name: now.name, engine }),
      );
      expect(changed).toBe('changed');
    };
    await change('exact');
    expect(await placeOf(store)).toEqual(NOWHERE);
    await change('pgvector');
    await expect(find(store)).rejects.toThrow(IndexUnusable);
    await keep(kit, async () => {
      await expect.poll(() => find(store).catch(() => []), WAIT).toHaveLength(40);
    });
    await kit.app.transaction((tx) => kit.stores.remove(tx, store.organisationId, store.id));
    expect(await placeOf(store)).toEqual(NOWHERE);
    expect(await owner(`SELECT FROM gw_vectors.document WHERE store_id = '${store.id}'`)).toEqual(
      [],
    );
  });

  it('of a store whose organisation is deleted goes with it', async () => {
    const store = await kit.store('pgvector');
    await kit.learn(store, some(3));
    await owner(`DELETE FROM organisation WHERE id = '${store.organisationId}'`);
    expect(await placeOf(store)).toEqual(NOWHERE);
  });

  it('that was lost is forgotten behind whoever deletes its store, in one order', async () => {
    const store = await kit.store('pgvector');
    await kit.learn(store, some(3));
    await owner(`DROP TABLE ${tableOf(store)}`);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await kit.app.transaction(async (tx) => {
      await tx.query({
        name: '',
        text: `SELECT FROM knowledge_store WHERE id = '${store.id}' FOR UPDATE`,
      });
      kit.keeper.start();
      await expect.poll(() => owner(waiting), WAIT).toHaveLength(1);
      const rows = `SELECT FROM gw_vectors.document WHERE store_id = '${store.id}'`;
      await owner(`${rows} FOR UPDATE NOWAIT`); // Whoever waits holds none of them.
      await kit.stores.remove(tx, store.organisationId, store.id);
    });
    await kit.keeper.stop();
    expect(await placeOf(store)).toEqual(NOWHERE);
  });

  it('is made for no store that nobody chose it for', async () => {
    const store = await kit.store('exact');
    await kit.learn(store, some(3));
    await kit.app.query(MAKE, [store.id, NUMBERS]);
    expect(await placeOf(store)).toEqual(NOWHERE);
    const drop = { name: 'dropped', text: 'SELECT gw_drop_vectors($1)' };
    await expect(kit.app.query(drop, [store.id])).rejects.toThrow(/permission denied/);
  });

  it('is made anew for vectors of another length', async () => {
    const store = await kit.store('pgvector');
    await kit.forget(store, await kit.learn(store, some(3)));
    await kit.learn(store, some(5, 48));
    expect(await find(store, 48)).toHaveLength(5);
  });

  it('takes no vectors that are longer than it can index', async () => {
    const store = await kit.store('pgvector');
    await kit.learn(store, some(3, 4_001));
    await expect(find(store, 4_001)).rejects.toThrow(IndexUnusable);
    expect(await placeOf(store)).toEqual(NOWHERE);
  });

  it('is taken away as a whole by whoever runs the database, and answers no more', async () => {
    const store = await kit.store('pgvector');
    await kit.learn(store, some(40));
    expect(await find(store)).toHaveLength(40);
    await owner('SELECT gw_drop_vectors(id) FROM knowledge_store');
    expect(
      await owner(
        `SELECT FROM pg_class WHERE relnamespace = 'gw_vectors'::regnamespace AND relname LIKE 'of_%'`,
      ),
    ).toEqual([]);
    await expect(find(store)).rejects.toThrow(IndexUnusable);
  });

  it('that is being made anew is not taken for the one before, by whoever still knows that', async () => {
    const store = await kit.store('pgvector');
    const id = await kit.learn(store, some(60));
    const before = await kit.now(store);
    const sought = { vectors: some(1), count: 50, scoreMin: -1, filter: () => true };
    expect(await kit.indexed.nearest(before, sought, NEVER)).toHaveLength(50);
    await owner(`SELECT gw_drop_vectors('${store.id}')`);
    await kit.app.query(MAKE, [store.id, NUMBERS]);
    await owner(`INSERT INTO ${tableOf(store)}
      SELECT '${id}', n, (SELECT array_agg(random()) FROM generate_series(1, ${NUMBERS} + n - n))::vector
      FROM generate_series(0, 54) n`);
    await expect(kit.indexed.nearest(before, sought, NEVER)).rejects.toThrow(IndexUnusable);
  });

  it(
    'holds while documents come and go and are searched',
    async () => {
      const store = await kit.store('pgvector');
      const first = await kit.learn(store, some(30));
      const over = new AbortController();
      const searching = (async () => {
        const counts: number[] = [];
        while (!over.signal.aborted) counts.push((await find(store)).length);
        return counts;
      })();
      for (let n = 0; n < 10; n++) await kit.forget(store, await kit.learn(store, some(40)));
      over.abort();
      for (const count of await searching) expect(count).toBeGreaterThanOrEqual(30);
      const left = await find(store);
      expect(new Set(left.map(({ document }) => document.id))).toEqual(new Set([first]));
      expect(left).toHaveLength(30);
    },
    HANGS_MS,
  );
});

describe('the extension', () => {
  let place: Place;
  beforeEach(async () => {
    place = await knowledgePlace({ allows: 'on' });
  });

  it('that is not there leaves vectors sealed, and takes them up when it comes', async () => {
    const store = await place.kit.store('pgvector');
    await place.kit.learn(store, some(40));
    expect(await place.kit.extension.state()).toEqual({ kind: 'missing' });
    await expect(find(store, NUMBERS, place.kit)).rejects.toThrow(IndexUnusable);
    await place.owner('CREATE EXTENSION vector');
    await keep(place.kit, async () => {
      const found = () => find(store, NUMBERS, place.kit).catch(() => []);
      await expect.poll(found, WAIT).toHaveLength(40);
    });
  });

  it('that is dropped under a store answers no more, and is filled again when it is back', async () => {
    await place.owner('CREATE EXTENSION vector');
    const store = await place.kit.store('pgvector');
    const id = await place.kit.learn(store, some(40));
    await place.owner('DROP EXTENSION vector CASCADE');
    await expect(find(store, NUMBERS, place.kit)).rejects.toThrow(IndexUnusable);
    expect(await place.kit.extension.state()).toEqual({ kind: 'missing' });
    const other = await place.kit.learn(store, some(10)); // Read to its end all the same.
    await place.kit.forget(store, other);
    await place.owner('CREATE EXTENSION vector');
    await keep(place.kit, async () => {
      const found = () => find(store, NUMBERS, place.kit).catch(() => []);
      await expect.poll(found, WAIT).toHaveLength(40);
    });
    expect((await find(store, NUMBERS, place.kit))[0]?.document.id).toBe(id);
  });

  it('that is too old is not used', async () => {
    await place.owner('CREATE EXTENSION vector');
    await place.owner(`UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'`);
    expect(await place.kit.extension.state()).toEqual({ kind: 'too_old', version: '0.7.4' });
    const store = await place.kit.store('pgvector');
    await place.kit.learn(store, some(3));
    await expect(find(store, NUMBERS, place.kit)).rejects.toThrow(IndexUnusable);
    expect(await placeOf(store, place.owner)).toEqual(NOWHERE);
  });

  it('may lie in a schema of its own, which gateways have to be let into', async () => {
    await place.owner('CREATE SCHEMA "The Extensions"');
    await place.owner('CREATE EXTENSION vector SCHEMA "The Extensions"');
    expect(await place.kit.extension.state()).toEqual({ kind: 'closed' });
    await place.owner('GRANT USAGE ON SCHEMA "The Extensions" TO gw_app');
    place.kit.clock.advance(EXTENSION_MS);
    const store = await place.kit.store('pgvector');
    await place.kit.learn(store, some(3));
    expect(await find(store, NUMBERS, place.kit)).toHaveLength(3);
    const long = await place.kit.store('pgvector');
    await place.kit.learn(long, some(3, 2_100));
    expect(await find(long, 2_100, place.kit)).toHaveLength(3);
  });

  it('is not used where the gateway was not told that it may', async () => {
    await place.owner('CREATE EXTENSION vector');
    const off = new KnowledgeKit(place.kit.app, { allows: 'off' });
    const store = await off.store('pgvector');
    await off.learn(store, some(3));
    expect(await off.extension.state()).toEqual({ kind: 'off' });
    await expect(find(store, NUMBERS, off)).rejects.toThrow(IndexUnusable);
    off.keeper.start();
    off.clock.advance(KEEP_MS);
    await off.keeper.stop();
    expect(await placeOf(store, place.owner)).toEqual(NOWHERE);
  });
});

describe('a backup', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gw-vectors-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['a database without the extension', '', false],
    ['a database with it', 'CREATE EXTENSION vector', true],
  ])(
    'of a store with an index goes into %s, and has no vector in the clear',
    async (name, prepared, isIndexed) => {
      const store = await kit.store('pgvector');
      await kit.learn(store, some(40));
      const to = join(folder, name.replaceAll(' ', '-'));
      const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
      const manifest = await writeBackup({ url, anchorDir: join(folder, 'none'), secrets }, to);
      expect(manifest.tables.map((table) => table.name).join()).not.toMatch(/of_|gw_vectors/);

      const target = await anEmptyDatabase();
      if (prepared !== '') await withPatientClient(target, (client) => client.query(prepared));
      const anchorDir = join(folder, `anchors-${String(isIndexed)}`);
      await restoreBackup(to, await readBackup(to, secrets), { url: target, anchorDir });
      expect(await migrate(target)).toEqual([]);
      const app = await openDatabase({ url: target, poolSize: 4, asApp: true });
      try {
        const restored = new KnowledgeKit(app, { allows: 'on' });
        const sought = { vectors: [aVector(NUMBERS)], count: 50, scoreMin: -1, filter: () => true };
        const row = await restored.now(store);
        await expect(restored.indexed.nearest(row, sought, NEVER)).rejects.toThrow(IndexUnusable);
        expect(await restored.exact.nearest(row, sought, NEVER)).toHaveLength(40);
        if (!isIndexed) return;
        await keep(restored, async () => {
          const found = () => find(store, NUMBERS, restored).catch(() => []);
          await expect.poll(found, WAIT).toHaveLength(40);
        });
      } finally {
        await app.close();
      }
    },
  );
});
