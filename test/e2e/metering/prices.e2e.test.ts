import { expect, it } from 'vitest';
import { PriceRepository } from '#metering';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  models: [{ id: 'fault/tokens=7' }, { id: 'fault/delay=2500,tokens=7' }],
  providers: [{ name: 'unlisted', models: [] }],
});

/** What another replica does when an operator imports a list there. */
async function importElsewhere(nano: number, ...models: readonly string[]): Promise<void> {
  const { app } = gateway.database;
  const elsewhere = new PriceRepository(app);
  const prices = models.map((model) => ({
    model,
    unit: 'call' as const,
    tierAbove: 0,
    currency: 'EUR',
    nanoPerMillion: `${nano}000000`,
  }));
  const list = { prices, exchangeRates: [] };
  await app.transaction((tx) => elsewhere.addInstanceList(tx, 'test', list));
}

async function priceOfNextCall(model: string): Promise<string | undefined> {
  const answer = await gateway.chat({ model });
  if (answer.status === 503) return undefined;
  const { price } = await gateway.records.entry(String(answer.headers['request-id']));
  return price?.nano;
}

it('prices that another replica changes are in force here, without a restart', async () => {
  const model = 'sandbox/fault/tokens=7';
  expect(await priceOfNextCall(model)).toBeUndefined();
  for (const nano of [40, 60]) {
    await importElsewhere(nano, model);
    await waitFor('the new price', async () => (await priceOfNextCall(model)) === String(nano));
  }
});

it('models that were imported are listed, where the settings do not say which there are', async () => {
  const listed = async () => {
    const { data } = (await gateway.get('/v1/models')).json<{ data: { id: string }[] }>();
    return data.map(({ id }) => id);
  };
  expect(await listed()).not.toContain('unlisted/small');
  await importElsewhere(50, 'unlisted/small', 'sandbox/mistyped', 'elsewhere/small');
  await waitFor('the imported model', async () => (await listed()).includes('unlisted/small'));
  expect(await listed()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/mistyped|elsewhere/)]),
  );
  expect((await gateway.get('/v1/models/unlisted/small')).status).toBe(200);
  expect(await priceOfNextCall('unlisted/small')).toBe('50');
});

it('a call is charged by the price that it began with, though another is in force when it ends', async () => {
  const slow = 'sandbox/fault/delay=2500,tokens=7';
  const other = 'sandbox/fault/tokens=7';
  await importElsewhere(70, slow, other);
  await waitFor('the first price', async () => (await priceOfNextCall(other)) === '70');
  await gateway.sandbox.clear();
  const running = gateway.chat({ model: slow });
  await waitFor('the call to be sent', async () => (await gateway.sandbox.requests()).length > 0);
  await importElsewhere(900, slow, other);
  await waitFor('the second price', async () => (await priceOfNextCall(other)) === '900');
  const answer = await running;
  const id = String(answer.headers['request-id']);
  const { price } = await gateway.records.entry(id);
  expect([answer.status, price?.nano]).toEqual([200, '70']);
  expect(await gateway.records.ledger(id)).toEqual([{ kind: 'settle', nano: 70n }]);
  expect(await priceOfNextCall(slow)).toBe('900');
});
