import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { readStoreId, SILENT_MS } from '#knowledge';
import { AdminClient } from '../../support/admin.js';
import { DatabaseGate } from '../../support/database-gate.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { learn, makeStore, upload } from '../../support/knowledge.js';
import { waitFor } from '../../support/wait-for.js';

const LOOK_MS = 1_000;

vi.setConfig({ testTimeout: 180_000 }); // A child is started for the document.

let gate: DatabaseGate | undefined;
afterAll(() => gate?.close()); // Runs last, when the gateway has ended.
const gateway = await startGateway(
  { workloads: [{ name: 'default' }] },
  {
    managedBy: 'console',
    databaseUrl: async (direct) => {
      gate = await DatabaseGate.before(direct);
      return gate.url;
    },
  },
);
const database = gate as unknown as DatabaseGate;
const sql = gateway.database.owner.dataSource;
const owner = await AdminClient.setUp(gateway);

it('a search says that the database is away, and finds when it is back', async () => {
  const store = await makeStore(owner, 'handbook');
  await learn(gateway, owner, store, { name: 'a.txt', text: 'Tomatoes want sun.' });
  const { data } = (await owner.get('/workloads')).json<{ data: { id: string; name: string }[] }>();
  const id = data.find(({ name }) => name === 'default')?.id ?? '';
  const granted = await owner.patch(`/workloads/${id}`, { knowledge: [store.id] }, { version: 1 });
  expect(granted.status).toBe(200);
  const search = () => gateway.post(`/v1/vector_stores/${store.id}/search`, { query: 'tomatoes' });
  await waitFor('the grant', async () => (await search()).status === 200);

  database.shut();
  const away = await search();
  expect([away.status, away.json()]).toMatchObject([
    503,
    { error: { code: 'document_storage_unavailable' } },
  ]);
  expect(away.headers['retry-after']).toBe('5');
  expect((await gateway.get('/v1/vector_stores')).status).toBe(503);
  database.open();
  await waitFor('the search', async () => (await search()).status === 200);
});

it('a fault of the gateway itself is told by its id alone, and logged under it', async () => {
  await sql.query('ALTER TABLE knowledge_store RENAME TO elsewhere');
  const answer = await gateway.get('/v1/vector_stores');
  await sql.query('ALTER TABLE elsewhere RENAME TO knowledge_store');
  const id = expectError(answer, 'internal');
  expect(answer.text).not.toMatch(/knowledge_store|relation/);
  expect(gateway.log.lines.filter((line) => line.startsWith('error')).join()).toContain(id);
  expect(await gateway.records.entry(id)).toMatchObject({ refusal: { code: 'internal' } });
});

it('a document that is at work stays its own through an outage, and nothing is asked twice', async () => {
  const store = await makeStore(owner, 'garden');
  await gateway.sandbox.script('hang');
  const asked = async () =>
    (await gateway.sandbox.requests()).filter(({ path }) => path.endsWith('/embeddings')).length;
  const before = await asked();
  const answer = await upload(owner, store, { name: 'b.txt', text: 'Beans climb.' });
  expect(answer.status).toBe(202);
  await waitFor('the call that hangs', async () => (await asked()) === before + 1);
  const seen = async () => {
    const [row] = await sql.query<{ runner: string; tries: number; at: string }[]>(
      'SELECT runner, tries, seen_at::text AS at FROM knowledge_document WHERE store_id = $1',
      [readStoreId(store.id)],
    );
    return row;
  };
  const first = await seen();

  database.shut();
  // For longer than anybody waits nobody could say that it is at work.
  await sql.query(
    `UPDATE knowledge_document SET seen_at = seen_at - interval '${2 * SILENT_MS} milliseconds' WHERE store_id = $1`,
    [readStoreId(store.id)],
  );
  const silent = await seen();
  database.open();
  await waitFor('the database', async () => (await owner.get('/workloads')).status === 200);
  gateway.clock.skip(LOOK_MS); // It is looked for work before the one that is at work says so.
  await waitFor('a word of it', async () => (await seen())?.at !== silent?.at);
  expect(await seen()).toMatchObject({ runner: first?.runner, tries: 1 });
  expect(await asked()).toBe(before + 1);
  expect((await owner.delete(`/knowledge/stores/${store.id}`)).status).toBe(204);
});

it('an upload says that the database is away, also in the middle of it, and can be sent again', async () => {
  const store = await makeStore(owner, 'cellar');
  const holder = new Client({ connectionString: gateway.database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN');
  await holder.query(
    `SELECT FROM knowledge_store WHERE id = '${readStoreId(store.id)}' FOR UPDATE`,
  );
  const send = () => upload(owner, store, { name: 'c.txt', text: 'Wine lies dark.' });
  const sent = send();
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => holder.query(waiting).then(({ rows }) => rows.length)).toBe(1);
  database.shut();
  const away = await sent;
  expectError(away, 'document_storage_unavailable', { message: /Send it again/ });
  database.open();
  await holder.query('ROLLBACK');
  await waitFor('the database', async () => (await owner.get('/workloads')).status === 200);
  expect((await send()).status).toBeLessThan(300);
  expect((await owner.delete(`/knowledge/stores/${store.id}`)).status).toBe(204);
});
