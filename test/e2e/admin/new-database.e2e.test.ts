import { expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { send } from '../../support/http.js';
import { PRICE } from '../../support/settings.js';
import { UPSTREAM_KEY } from '../../support/test-sandbox.js';

const gateway = await startGateway({}, { isNew: true, env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } });

it('on a database that nobody has set up the Console alone makes all that a call needs', async () => {
  const owner = await AdminClient.setUp(gateway);
  expect((await owner.get('/providers')).json()).toMatchObject({ data: [] });
  const { id } = (await owner.post('/workloads', { name: 'first' })).json<{ id: string }>();
  const key = await owner.post('/keys', { name: 'first', workload_id: id, env: 'test' });
  const { secret } = key.json<{ secret: string }>();
  const chat = () =>
    send(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'own/small', messages: [{ role: 'user', content: 'hi' }] }),
    });
  expect((await chat()).status).toBe(404); // Without a provider there is no model.

  const provider = await owner.post('/providers', {
    name: 'own',
    family: 'custom',
    base_url: `${gateway.sandbox.url}/v1`,
    models: [{ id: 'small', price: PRICE }],
    secret: { value: UPSTREAM_KEY },
    location: { zone: 'LOCAL', guaranteed: true },
  });
  expect(provider.status).toBe(201);
  expect((await chat()).status).toBe(200);

  expect((await owner.delete('/providers/own')).status).toBe(204);
  expect((await chat()).status).toBe(404);
});
