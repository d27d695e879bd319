import { NestFactory } from '@nestjs/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { PriceBook, PriceRepository } from '#metering';
import { FoundationModule, InstanceSecrets, loadConfig } from '#platform';
import { FAMILIES } from '#providers';
import { DatabaseDirectory, readSettings } from '#workloads';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { OperationsModule } from '../operations.module.js';
import { LiveSettings } from './live-settings.js';
import { SettingsBoot } from './settings-boot.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});

/** The settings of one organisation with one model. */
const settingsOf = (name: string, input: string) =>
  readSettings(
    {
      apiVersion: 'gw/v1',
      organisation: { name, currency: 'EUR' },
      providers: [
        {
          name: 'acme',
          family: 'custom',
          base_url: 'http://127.0.0.1:1/v1',
          models: [{ id: 'small', price: { currency: 'EUR', input, output: '1' } }],
        },
      ],
      workloads: [],
    },
    FAMILIES,
  );

/** One replica on which two organisations are in force. */
async function aReplica() {
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const foundation = { config: loadConfig({}), database: database.app, secrets, redis: null };
  const app = await NestFactory.createApplicationContext(
    { module: OperationsModule, imports: [FoundationModule.forRoot(foundation)] },
    { logger: false, abortOnError: false },
  );
  const boot = app.get(SettingsBoot);
  const live = app.get(LiveSettings);
  await boot.apply(settingsOf('One', '1'));
  await boot.apply(settingsOf('Two', '2'));
  await live.start();
  live.stop();
  const prices = app.get(PriceBook, { strict: false });
  const directory = app.get(DatabaseDirectory, { strict: false });
  const repository = app.get(PriceRepository, { strict: false });
  const priceIn = (name: string, model = 'small') => {
    const found = [...directory.organisations()].find((one) => one.name === name);
    return found && prices.priceOf(found.id, 'acme', model);
  };
  return { boot, live, prices, repository, priceIn };
}

it('takes up a price of one organisation and leaves the book of the other', async () => {
  const { boot, live, priceIn } = await aReplica();
  const untouched = priceIn('Two');
  const before = priceIn('One')?.rates.get('in');
  await boot.apply(settingsOf('One', '3'));
  await live.refresh();
  expect(priceIn('One')?.rates.get('in')).toBe((before ?? 0n) * 3n);
  expect(untouched).toBeDefined();
  expect(priceIn('Two')).toBe(untouched);
});

it('takes up the price list of the instance for all of them, in one reading', async () => {
  const { live, prices, repository, priceIn } = await aReplica();
  const line = { model: 'acme/listed', unit: 'in', tierAbove: 0 } as const;
  const price = { ...line, currency: 'EUR', nanoPerMillion: '5' };
  const content = { prices: [price], exchangeRates: [] };
  await database.app.transaction((tx) => repository.addInstanceList(tx, 'test', content));
  const reload = vi.spyOn(prices, 'reload');
  await live.refresh();
  expect(priceIn('One', 'listed')).toBeDefined();
  expect(priceIn('Two', 'listed')).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('reads prices again that could not be read', async () => {
  const { boot, live, prices, priceIn } = await aReplica();
  const before = priceIn('One');
  vi.spyOn(prices, 'reload').mockRejectedValueOnce(new Error('the database was away'));
  await boot.apply(settingsOf('One', '3'));
  await live.refresh();
  expect(priceIn('One')).toBe(before);
  await live.refresh();
  expect(priceIn('One')).not.toEqual(before);
});
