import { expect, it } from 'vitest';
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
  workloads: [
    {
      name: 'default',
      budget: {
        amount: `0.00000${(CALLS - 1) * CHARGED_NANO + HELD_NANO}`,
        period: 'total',
      },
    },
  ],
});

it('a budget for exactly a hundred calls serves a hundred, one after another, sealed or not', async () => {
  await gateway.app.get(Sealer).stop();
  const call = async () => {
    const { status } = await gateway.chat({ model: 'sandbox/fault/tokens=10', max_tokens: 100 });
    await gateway.records.recorded();
    return status;
  };
  const statuses: number[] = [];
  for (let made = 0; made < CALLS; made++) statuses.push(await call());
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await call()).toBe(402);
  expect(await gateway.records.countersNow()).toEqual([
    { scope: 1, period: 't', spent: BigInt(CALLS * CHARGED_NANO), held: 0n },
  ]);
});
