import { expect, it } from 'vitest';
import type { OrganisationId } from '#kernel';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { AdminClient } from '../../support/admin.js';
import { aChat, startGateway } from '../../support/gateway.js';

const gateway = await startGateway(
  {},
  { managedBy: 'console', env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const owner = await AdminClient.setUp(gateway);
const asks = aChat({ model: 'sandbox/echo' });

/** As another replica would a moment ago: it stands in the database, and this replica has not looked since. */
async function madeElsewhere(kind: 'workload' | 'provider', settings: object): Promise<string> {
  const [{ id } = { id: '' }] = await gateway.database.owner.dataSource.query<
    { id: OrganisationId }[]
  >('SELECT id FROM organisation');
  const made = await gateway.app
    .get(Database)
    .transaction((tx) =>
      gateway.app.get(SettingsEditor).create(tx, id as OrganisationId, kind, settings),
    );
  return made.id;
}

it('serves the playground on a workload that another replica just made', async () => {
  await madeElsewhere('workload', { name: 'playground' });
  expect((await owner.post('/playground/chat', asks)).status).toBe(200);
  const own = await madeElsewhere('workload', { name: 'own' });
  expect((await owner.post(`/playground/chat?workload=${own}`, asks)).status).toBe(200);
  const listed = await madeElsewhere('workload', { name: 'listed' });
  expect((await owner.get(`/playground/models?workload=${listed}`)).status).toBe(200);
});

it('tells what is in force of a workload that another replica just made', async () => {
  const shown = await madeElsewhere('workload', { name: 'shown' });
  expect((await owner.get(`/workloads/${shown}/effective`)).status).toBe(200);
  const routed = await madeElsewhere('workload', { name: 'routed' });
  const model = 'sandbox/echo';
  const explained = await owner.post('/route/explain', { model, workload_id: routed });
  expect(explained.status, explained.text).toBe(200);
});

it('tests a provider that another replica just made', async () => {
  const provider = await madeElsewhere('provider', {
    name: 'elsewhere',
    family: 'custom',
    base_url: `${gateway.sandbox.url}/v1`,
    models: [{ id: 'small', price: { currency: 'EUR', input: '1.00', output: '2.00' } }],
  });
  expect((await owner.post(`/providers/${provider}/test`, {})).status).toBe(200);
});
