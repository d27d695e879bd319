import { expect, it } from 'vitest';
import { PriceRepository } from '#metering';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({ models: [{ id: 'fault/tokens=7' }] });

/** What another replica does when an operator imports a list there. */
async function importElsewhere(nano: number): Promise<void> {
  const { app } = gateway.database;
  const elsewhere = new PriceRepository(app);
  const price = {
    model: 'sandbox/fault/tokens=7',
    unit: 'call' as const,
    tierAbove: 0,
    currency: 'EUR',
    nanoPerMillion: `${nano}000000`,
  };
  const list = { prices: [price], exchangeRates: [] };
  await app.transaction((tx) => elsewhere.addInstanceList(tx, 'test', list));
}

async function priceOfNextCall(): Promise<string | undefined> {
  const answer = await gateway.chat({ model: 'sandbox/fault/tokens=7' });
  if (answer.status === 503) return undefined;
  const { price } = await gateway.records.entry(String(answer.headers['request-id']));
  return price?.nano;
}

it('prices that another replica changes are in force here, without a restart', async () => {
  expect(await priceOfNextCall()).toBeUndefined();
  for (const nano of [40, 60]) {
    await importElsewhere(nano);
    await waitFor('the new price', async () => (await priceOfNextCall()) === String(nano));
  }
});
