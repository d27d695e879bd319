import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { WireError } from '../../support/events.js';
import type { Answer } from '../../support/http.js';
import { PRICE } from '../../support/settings.js';

const LITTLE = '0.000001'; // A thousand nano-units: a token's price, and less than any hold.
const PERIODS = ['total', 'daily', 'monthly'] as const;
const ORDINARY = [{ name: 'default' }];

const gateway = await startGateway();

beforeEach(() => gateway.sandbox.clear());

const limitOf = (answer: Answer) => answer.json<{ error: WireError }>().error.gw;

it.each(PERIODS)('a call beyond the %s budget of its workload is refused', async (period) => {
  await gateway.apply({ workloads: [{ name: 'default', budget: { amount: LITTLE, period } }] });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'budget_reached');
  expect(limitOf(answer)).toEqual({ limit: { counter: 'budget' } });
  expect(answer.headers['retry-after']).toBeUndefined();
});

it.each(PERIODS)('a call beyond the %s cap of the organisation is refused', async (period) => {
  await gateway.apply({ organisation: { cap: { amount: LITTLE, period } }, workloads: ORDINARY });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'cap_reached');
  expect(limitOf(answer)).toEqual({ limit: { counter: 'cap' } });
});

it('a call beyond the prepaid credit is refused', async () => {
  await gateway.apply({ organisation: { credit: { amount: LITTLE } }, workloads: ORDINARY });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'credit_exhausted');
  expect(limitOf(answer)).toEqual({ limit: { counter: 'credit' } });
});

describe('a budget that is reached', () => {
  it('refuses streams before they begin, with a status and no events', async () => {
    await gateway.apply({
      workloads: [{ name: 'default', budget: { amount: LITTLE, period: 'total' } }],
    });
    const answer = await gateway.chat({ stream: true });
    await expectRefusal(gateway, answer, 'budget_reached');
  });

  it('lets models pass that cost nothing', async () => {
    await gateway.apply({
      workloads: [{ name: 'default', budget: { amount: '0', period: 'total' } }],
    });
    const answer = await gateway.chat({ model: 'sandbox/free' });
    expect(answer.status).toBe(200);
    const id = String(answer.headers['request-id']);
    expect((await gateway.records.entry(id)).price).toMatchObject({ nano: '0', basis: 'free' });
  });

  it('is reached for all keys of the workload, and for no other workload', async () => {
    const budget = { amount: LITTLE, period: 'total' };
    await gateway.apply({ workloads: [{ name: 'default', budget }, { name: 'other' }] });
    expect((await gateway.chat()).status).toBe(402);
    expect((await gateway.chat({}, { workload: 'other' })).status).toBe(200);
  });
});

it('a budget can be used up to its last nano-unit, and not one further', async () => {
  await gateway.apply({
    models: [{ id: 'fault/ok', price: { ...PRICE, input: '0', output: '0', call: '0.000000010' } }],
    workloads: [{ name: 'exact', budget: { amount: '0.000000030', period: 'total' } }],
  });
  const call = () => gateway.chat({ model: 'sandbox/fault/ok' }, { workload: 'exact' });
  for (const status of [200, 200, 200]) {
    expect((await call()).status).toBe(status);
    await gateway.records.settled();
  }
  await gateway.sandbox.clear();
  await expectRefusal(gateway, await call(), 'budget_reached');
});
