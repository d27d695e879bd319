import { expect, it, vi } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { makeStore, upload } from '../../support/knowledge.js';

vi.setConfig({ testTimeout: 120_000 });

/** Of two connections both are held, and each holder that waited for another would wait for all who do the same. */
const AT_ONCE = 3;

const gateway = await startGateway(
  { organisation: { content_retention_days: 7 }, workloads: [{ name: 'default' }] },
  { managedBy: 'console', env: { GW_DATABASE_CONNECTIONS: '2' } },
);
const owner = await AdminClient.setUp(gateway);

const atOnce = async (change: (n: number) => Promise<Answer>): Promise<readonly number[]> => {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => change(n)));
  return answers.map(({ status }) => status);
};
const all = (status: number): readonly number[] => Array.from({ length: AT_ONCE }, () => status);

it('first documents of an organisation', async () => {
  const store = await makeStore(owner, 'handbook');
  const uploaded = await atOnce((n) =>
    upload(owner, store, { name: `${n}.txt`, text: `Document ${n}.` }),
  );
  expect(uploaded).toEqual(all(202));
  expect((await owner.delete(`/knowledge/stores/${store.id}`)).status).toBe(204);
});

it('providers', async () => {
  const make = (n: number) =>
    owner.post('/providers', {
      name: `office-${n}`,
      family: 'custom',
      base_url: 'https://models.example.com/v1',
      secret: { value: 'sk-of-a-provider' },
      models: [{ id: 'm', price: 'free' }],
    });
  expect(await atOnce(make)).toEqual(all(201));
});

it('purges of answers that were kept', async () => {
  expect(await atOnce(() => owner.post('/cache/purge'))).toEqual(all(200));
});

it('looks at what is kept of a call', async () => {
  const id = idOf(await gateway.chat());
  await gateway.records.settled();
  expect(await atOnce(() => owner.get(`/audit/${id}/content`))).toEqual(all(200));
});
