import { afterAll, expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { DatabaseGate } from '../../support/database-gate.js';
import { startGateway } from '../../support/gateway.js';
import { learn, makeStore } from '../../support/knowledge.js';
import { waitFor } from '../../support/wait-for.js';

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
