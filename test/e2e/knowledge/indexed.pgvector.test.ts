import { expect, it, vi } from 'vitest';
import { EXTENSION_MS, KEEP_MS, readDocumentId, readStoreId } from '#knowledge';
import { AdminClient } from '../../support/admin.js';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { learn, makeStore, type SeenStore } from '../../support/knowledge.js';

vi.setConfig({ testTimeout: 180_000 }); // Children are started for the first document.

const gateway = await startGateway(
  { workloads: [{ name: 'default', rpm: 100_000 }, { name: 'other' }] },
  { managedBy: 'console', env: { GW_PGVECTOR: 'on' } },
);
const owner = await AdminClient.setUp(gateway);
const asOwner = (text: string) =>
  gateway.database.owner.dataSource.query<Record<string, unknown>[]>(text);
await asOwner('CREATE EXTENSION vector');

interface Seen extends SeenStore {
  readonly version: number;
  readonly engine: string;
  readonly index: { readonly state: string; readonly reason: string | null } | null;
}
interface Found {
  readonly data: readonly {
    readonly file_id: string;
    readonly score: number;
    readonly content: readonly { readonly text: string }[];
  }[];
}

const CARE = 'Tomatoes want sun and water every morning.';
const TAX = 'Value added tax is due on the tenth of each month.';
const WAIT = { timeout: 60_000 };

const seen = async ({ id }: Pick<SeenStore, 'id'>) =>
  (await owner.get(`/knowledge/stores/${id}`)).json<Seen>();
const tried = async ({ id }: Pick<SeenStore, 'id'>, body: object) =>
  (await owner.post(`/knowledge/stores/${id}/search`, body)).json<Found>().data;
const tableOf = ({ id }: Pick<SeenStore, 'id'>) =>
  `gw_vectors.of_${readStoreId(id)?.replaceAll('-', '')}`;
const placeOf = async (store: Pick<SeenStore, 'id'>) =>
  (await asOwner(`SELECT to_regclass('${tableOf(store)}')::text AS place`))[0]?.['place'];
const engineOf = async (store: Pick<SeenStore, 'id'>, engine: string) => {
  const { version } = await seen(store);
  const changed = await owner.patch(`/knowledge/stores/${store.id}`, { engine }, { version });
  expect(changed.status, changed.text).toBe(200);
  return changed.json<Seen>();
};

gateway.clock.skip(EXTENSION_MS); // At the start there was none.

it('a store with an index is filled, found in as any other, and leaves nothing behind', async () => {
  const indexed = await makeStore(owner, 'indexed', { engine: 'pgvector' });
  const exact = await makeStore(owner, 'exact');
  const files = [
    { name: 'a.txt', text: CARE, attributes: { year: 2025 } },
    { name: 'b.txt', text: TAX, attributes: { year: 2026 } },
  ];
  const ids: string[] = [];
  for (const file of files) {
    ids.push((await learn(gateway, owner, indexed, file)).id);
    await learn(gateway, owner, exact, file);
  }
  expect(await seen(indexed)).toMatchObject({
    engine: 'pgvector',
    index: { state: 'ready', reason: null },
  });
  expect(await seen(exact)).toMatchObject({ engine: 'exact', index: null });
  expect(await asOwner(`SELECT FROM ${tableOf(indexed)}`)).toHaveLength(2);
  expect(await placeOf(exact)).toBeNull();

  for (const body of [
    { query: 'when do tomatoes want water' },
    { query: ['tax', 'interest'], max_num_results: 1 },
    { query: 'tomatoes', filters: { type: 'gte', key: 'year', value: 2026 } },
    { query: 'tomatoes', filters: { type: 'eq', key: 'year', value: 1999 } },
    { query: 'tomatoes', ranking_options: { score_threshold: 0.2 } },
  ]) {
    const [one, other] = [await tried(indexed, body), await tried(exact, body)];
    const texts = (found: Found['data']) => found.map(({ content }) => content[0]?.text);
    expect(texts(one), JSON.stringify(body)).toEqual(texts(other));
    for (const [at, { score }] of one.entries())
      expect(score).toBeCloseTo(other[at]?.score ?? 2, 5);
  }

  await gateway.sandbox.clear();
  await expectRefusal(
    gateway,
    await gateway.post(`/v1/vector_stores/${indexed.id}/search`, { query: 'tax' }),
    'store_unknown', // Nobody granted it.
  );
  const [first = '', second = ''] = ids;
  const path = `/knowledge/stores/${indexed.id}`;
  expect((await owner.delete(`${path}/documents/${first}`)).status).toBe(204);
  const left = await asOwner(`SELECT document_id AS id FROM ${tableOf(indexed)}`);
  expect(left).toEqual([{ id: readDocumentId(second) }]);
  expect((await tried(indexed, { query: 'tomatoes' })).map(({ file_id: id }) => id)).toEqual([
    second,
  ]);
  // The same bytes again: a document of their own, since the one before is gone.
  const again = await learn(gateway, owner, indexed, files[0] as (typeof files)[number]);
  expect(again).toMatchObject({ status: 'completed' });
  expect(await tried(indexed, { query: 'tomatoes' })).toHaveLength(2);
  expect((await owner.delete(path)).status).toBe(204);
  expect(await placeOf(indexed)).toBeNull();
});

it('a store that is there gets an index, and is given back, without a call to its provider', async () => {
  const store = await makeStore(owner, 'changing');
  await learn(gateway, owner, store, { name: 'a.txt', text: CARE });
  await gateway.sandbox.clear();
  expect(await engineOf(store, 'pgvector')).toMatchObject({ index: { state: 'building' } });
  expect(await tried(store, { query: 'tomatoes' })).toHaveLength(1);
  await expect
    .poll(async () => {
      gateway.clock.skip(KEEP_MS);
      return (await seen(store)).index?.state;
    }, WAIT)
    .toBe('ready');
  expect(await tried(store, { query: 'tomatoes' })).toHaveLength(1);
  expect(await engineOf(store, 'exact')).toMatchObject({ index: null });
  expect(await placeOf(store)).toBeNull();
  expect(await tried(store, { query: 'tomatoes' })).toHaveLength(1);
  const embedded = (await gateway.sandbox.requests()).filter(({ path }) =>
    path.endsWith('/embeddings'),
  );
  expect(embedded).toHaveLength(3); // What was sought.
});

it('a store whose extension went is looked at as a whole, and says why', async () => {
  const store = await makeStore(owner, 'bereft', { engine: 'pgvector' });
  await learn(gateway, owner, store, { name: 'a.txt', text: CARE });
  await asOwner('DROP EXTENSION vector CASCADE');
  expect(await tried(store, { query: 'tomatoes' })).toHaveLength(1);
  expect((await seen(store)).index).toEqual({
    state: 'unavailable',
    reason: expect.stringContaining('CREATE EXTENSION vector'),
  });
  expect(gateway.log.lines.join('\n')).toContain('the database has no extension vector');
  const refused = await owner.post('/knowledge/stores', {
    name: 'late',
    embedding_model: 'sandbox/embedding',
    engine: 'pgvector',
  });
  expect([refused.status, refused.json()]).toMatchObject([422, { errors: [{ path: 'engine' }] }]);
  // Documents are read to their end all the same.
  const late = await learn(gateway, owner, store, { name: 'b.txt', text: TAX });
  expect(late.status).toBe('completed');
  expect(await tried(store, { query: 'tax' })).toHaveLength(2);
  await asOwner('CREATE EXTENSION vector');
  await expect
    .poll(async () => {
      gateway.clock.skip(EXTENSION_MS);
      return (await seen(store)).index?.state;
    }, WAIT)
    .toBe('ready');
  expect(await tried(store, { query: 'tax' })).toHaveLength(2);
});
