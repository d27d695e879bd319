import { beforeAll, expect, it } from 'vitest';
import { Sealer } from '#audit';
import { startGateway } from '../../support/gateway.js';

const CALLS = 100;
const HELD_NANO = 100; // One nano a token, for the hundred that the caller asks for at most.
const CHARGED_NANO = 10; // The answer has ten.

const gateway = await startGateway({
  models: [
    {
      id: 'fault/tokens=10',
      price: { currency: 'EUR', input: '0', output: '0.001' },
    },
  ],
  workloads: ['default', 'streams'].map((name) => ({
    name,
    budget: { amount: `0.00000${(CALLS - 1) * CHARGED_NANO + HELD_NANO}`, period: 'total' },
  })),
});

beforeAll(() => gateway.app.get(Sealer).stop());

const FIELDS = { model: 'sandbox/fault/tokens=10', max_tokens: 100 };

async function readStream(): Promise<number> {
  const { status, body } = await gateway.open(FIELDS, { workload: 'streams' });
  for await (const _block of body);
  return status;
}

it.each([
  ['default', async () => (await gateway.chat(FIELDS)).status],
  ['streams', readStream],
])(
  'a budget for exactly a hundred calls serves a hundred, one after another: %s',
  async (_name, call) => {
    const statuses: number[] = [];
    for (let made = 0; made < CALLS; made++) statuses.push(await call());
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await call()).toBe(402);
    await gateway.records.recorded();
    for (const counter of await gateway.records.countersNow()) {
      expect(counter).toMatchObject({ spent: BigInt(CALLS * CHARGED_NANO), held: 0n });
    }
  },
);
