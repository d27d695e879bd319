import { PriceRepository } from '#metering';
import { expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { undisturbedMs } from '../../support/undisturbed.js';
import { waitFor } from '../../support/wait-for.js';

const HEARD_MS_MAX = 2_000;
const gateway = await startGateway({ providers: [{ name: 'open', models: [] }] });
const repository = new PriceRepository(gateway.database.app);

const hasModel = async (id: string): Promise<boolean> => {
  const { data } = (await gateway.get('/v1/models')).json<{ data: { id: string }[] }>();
  return data.some((model) => model.id === id);
};

it('a model that a price list brings is listed within two seconds', async () => {
  expect(await hasModel('open/new-1')).toBe(false);
  const prices = Array.from({ length: 200 }, (_, index) =>
    (['in', 'out', 'cache_read'] as const).map((unit) => ({
      model: `open/new-${index}`,
      unit,
      tierAbove: 0,
      currency: 'EUR',
      nanoPerMillion: '1000',
    })),
  ).flat();
  await gateway.database.app.transaction((tx) =>
    repository.addInstanceList(tx, 'test', { prices, exchangeRates: [] }),
  );
  const ms = await undisturbedMs(() => waitFor('the model', () => hasModel('open/new-1')));
  expect(ms).toBeLessThan(HEARD_MS_MAX);
});
