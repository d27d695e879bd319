import { afterAll, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { DatabaseGate } from '../../support/database-gate.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

let gate: DatabaseGate | undefined;
afterAll(() => gate?.close()); // Runs last, when the gateway has ended.
const gateway = await startGateway(
  {},
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

it('the admin API says that the database is away, changes nothing, and goes on when it is back', async () => {
  database.shut();
  const answers = [
    await owner.get('/session'),
    await owner.post('/workloads', { name: 'lost' }),
    await new AdminClient(gateway.url).signIn(OWNER.email, OWNER.password),
  ];
  for (const { status, headers, text } of answers) {
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toBe('2');
  }
  database.open();
  await waitFor('the session', async () => (await owner.get('/session')).status === 200);
  expect((await owner.get('/workloads')).text).not.toContain('lost');
  expect((await owner.post('/workloads', { name: 'found' })).status).toBe(201);
});

it('of a database that is frozen, too, within its deadline', async () => {
  database.freeze();
  const { status } = await owner.get('/workloads');
  expect(status).toBe(503);
  database.thaw();
  await waitFor('the session', async () => (await owner.get('/session')).status === 200);
});
