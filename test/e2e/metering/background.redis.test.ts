import { afterAll, expect, it } from 'vitest';
import { BackgroundCalls } from '#operations';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { RedisServer } from '../../support/redis-server.js';
import { PRICE } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

const REMIND_MS = 60_000;
const OPEN = 'fault/polls=100000,tokens=100';

const redis = await RedisServer.start();
afterAll(() => redis.close());
const gateway = await startGateway(
  {
    models: [{ id: OPEN, price: PRICE, max_output_tokens: 1_000 }],
    workloads: [{ name: 'default', budget: { amount: '0.003', period: 'monthly' } }],
  },
  { env: { REDIS_URL: redis.url } },
);

const ask = () =>
  gateway.post('/v1/responses', { model: `sandbox/${OPEN}`, input: 'Hello', background: true });

it('an answer in the background is held and settled although Redis is emptied', async () => {
  const first = await ask();
  expect(first.status).toBe(200);
  expectError(await ask(), 'budget_reached');
  await redis.ask((client) => client.flushall());
  expectError(await ask(), 'budget_reached'); // Its hold was made anew from its intent.

  const { id } = first.json<{ id: string }>();
  const headers = { 'x-gw-provider': 'sandbox' };
  await gateway.post(`/v1/responses/${id}/cancel`, '', { headers });
  // The job was lost, too, and is added again.
  gateway.clock.skip(REMIND_MS);
  await gateway.app.get(BackgroundCalls).remind();
  await waitFor('the settlement', async () => (await gateway.records.intentCount()) === 0);
  const { price } = await gateway.records.entry(idOf(first));
  expect(price?.basis).toBe('usage');
  expect(await gateway.records.ledger(idOf(first))).toHaveLength(1);
  const next = await ask();
  expect(next.status).toBe(200); // There is room again.
  const { id: last } = next.json<{ id: string }>();
  await gateway.post(`/v1/responses/${last}/cancel`, '', { headers });
  await waitFor('the other one', async () => (await gateway.records.intentCount()) === 0);
});
