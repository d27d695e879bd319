import { beforeAll, describe, expect, it } from 'vitest';
import { bumpEpoch, readEpochs } from '#platform';
import { aProvider } from '../../../../test/support/a-call.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aLine, meteringWorld } from '../testing/metering-world.js';
import type { PriceUnit } from './price.js';

const NANO = 10n ** 12n; // A rate of one nano for one piece.
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

/** A world in which nobody else has put prices into the instance's list. */
const aWorld = () => meteringWorld(database.app);

describe('PriceBook', () => {
  const rateOf = (
    world: ReturnType<typeof aWorld>,
    organisation: Awaited<ReturnType<ReturnType<typeof aWorld>['addOrganisation']>>,
    model: string,
    unit: PriceUnit = 'in',
  ) => world.book.priceOf(organisation.id, 'acme', model)?.rates.get(unit);

  it('knows no price that nobody declared', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(organisation, [aLine('acme/known', 'in', '5')]);
    expect(rateOf(world, organisation, 'known')).toBe(5n * NANO);
    expect(world.book.priceOf(organisation.id, 'acme', 'other')).toBeUndefined();
    expect(world.book.priceOf(organisation.id, 'other', 'known')).toBeUndefined();
  });

  it("prefers an organisation's own price to the list, model by model, for itself alone", async () => {
    const world = aWorld();
    const own = await world.addOrganisation();
    const other = await world.addOrganisation();
    await world.addPrices(null, [
      aLine('acme/a', 'in', '5'),
      aLine('acme/a', 'out', '50'),
      aLine('acme/b', 'in', '6'),
    ]);
    await world.addPrices(own, [aLine('acme/a', 'in', '1')]);
    expect(rateOf(world, own, 'a')).toBe(1n * NANO);
    expect(rateOf(world, own, 'a', 'out')).toBeUndefined();
    expect(rateOf(world, own, 'b')).toBe(6n * NANO);
    expect(rateOf(world, other, 'a')).toBe(5n * NANO);
  });

  it('exchanges a foreign currency into that of the ledger, exactly', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const inDollars = (model: string, nanoPerMillion: string) =>
      aLine(model, 'in', '1', { currency: 'USD', nanoPerMillion });
    const lines = [inDollars('acme/a', '0.000003'), inDollars('acme/b', '0.000100')];
    await world.addPrices(organisation, lines, [{ from: 'USD', to: 'EUR', rate: '0.92' }]);
    expect(rateOf(world, organisation, 'b')).toBe(92n);
    // 3e-6 × 0.92 = 2.76e-6, kept in 1e-6 and rounded up.
    expect(rateOf(world, organisation, 'a')).toBe(3n);
  });

  it('multiplies what a provider costs by the factor of its region, whoever declared the price', async () => {
    const world = aWorld();
    const providers = new Map([['acme', aProvider({ name: 'acme', priceMultiplier: '1.10' })]]);
    const dear = await world.addOrganisation({ providers });
    const usual = await world.addOrganisation();
    await world.addPrices(null, [aLine('acme/listed', 'in', '10'), aLine('other/a', 'in', '10')]);
    await world.addPrices(
      dear,
      [aLine('acme/own', 'in', '20', { currency: 'USD' })],
      [{ from: 'USD', to: 'EUR', rate: '0.5' }],
    );
    expect(rateOf(world, dear, 'listed')).toBe(11n * NANO);
    expect(rateOf(world, dear, 'own')).toBe(11n * NANO);
    expect(world.book.priceOf(dear.id, 'other', 'a')?.rates.get('in')).toBe(10n * NANO);
    expect(rateOf(world, usual, 'listed')).toBe(10n * NANO);
  });

  it('has no price where no exchange rate leads to the ledger', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const lines = [aLine('acme/a', 'in', '1', { currency: 'SEK' }), aLine('acme/b', 'in', '1')];
    const wrongWay = [{ from: 'EUR', to: 'SEK', rate: '11' }];
    await world.addPrices(organisation, lines, wrongWay);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')).toBeUndefined();
    expect(rateOf(world, organisation, 'b')).toBe(NANO);
  });

  it('has no price for a model of which one part cannot be exchanged', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const lines = [aLine('acme/a', 'in', '1'), aLine('acme/a', 'out', '1', { currency: 'SEK' })];
    await world.addPrices(organisation, lines);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')).toBeUndefined();
  });

  it("does not fall back to the list where an organisation's own price cannot be exchanged", async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(null, [aLine('acme/listed', 'in', '5')]);
    await world.addPrices(organisation, [aLine('acme/listed', 'in', '1', { currency: 'SEK' })]);
    expect(world.book.priceOf(organisation.id, 'acme', 'listed')).toBeUndefined();
  });

  it('serves what is free without any exchange rate', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const free = aLine('acme/a', 'call', '0', { currency: 'XXX', nanoPerMillion: '0.000000' });
    await world.addPrices(organisation, [free]);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')?.isFree).toBe(true);
  });

  it('takes for free what costs nothing in any unit, and nothing else', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(organisation, [
      aLine('acme/nothing', 'in', '0'),
      aLine('acme/nothing', 'out', '0'),
      aLine('acme/above', 'in', '0'),
      aLine('acme/above', 'in', '9', { tierAbove: 200_000 }),
      aLine('acme/pages', 'page', '5'),
    ]);
    const isFree = (model: string) => world.book.priceOf(organisation.id, 'acme', model)?.isFree;
    expect(['nothing', 'above', 'pages'].map(isFree)).toEqual([true, false, false]);
  });

  it('keeps the rates of a tier apart', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const above = aLine('acme/a', 'in', '9', { tierAbove: 200_000 });
    await world.addPrices(organisation, [aLine('acme/a', 'in', '5'), above]);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')).toMatchObject({
      isFree: false,
      tierAbove: 200_000,
      rates: new Map([['in', 5n * NANO]]),
      ratesAbove: new Map([['in', 9n * NANO]]),
    });
  });

  it('makes no new version of the same prices, and one of any other', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    const first = await world.addPrices(organisation, [aLine('acme/a', 'in', '5')]);
    expect(await world.addPrices(organisation, [aLine('acme/a', 'in', '5')])).toBeUndefined();
    const second = await world.addPrices(organisation, [aLine('acme/a', 'in', '6')]);
    expect(second).toBeGreaterThan(first ?? 0);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')).toMatchObject({
      version: second,
      rates: new Map([['in', 6n * NANO]]),
    });
    // Prices that were in force before may come back.
    expect(await world.addPrices(organisation, [aLine('acme/a', 'in', '5')])).toBeDefined();
  });

  it('holds only the list of the latest version', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(organisation, [aLine('acme/old', 'in', '5')]);
    await world.addPrices(organisation, [aLine('acme/new', 'in', '5')]);
    expect(world.book.priceOf(organisation.id, 'acme', 'old')).toBeUndefined();
  });
});

describe('PriceBook of several organisations', () => {
  it('builds anew only the one that is named', async () => {
    const world = aWorld();
    const changed = await world.addOrganisation();
    const other = await world.addOrganisation();
    await world.addPrices(changed, [aLine('acme/a', 'in', '1')]);
    await world.addPrices(other, [aLine('acme/a', 'in', '2')]);
    const untouched = world.book.priceOf(other.id, 'acme', 'a');
    await world.addPrices(changed, [aLine('acme/a', 'in', '3')], [], [changed.id]);
    expect(world.book.priceOf(changed.id, 'acme', 'a')?.rates.get('in')).toBe(3n * NANO);
    expect(world.book.priceOf(other.id, 'acme', 'a')).toBe(untouched);
  });

  it('builds the named one on the list of the instance, as any other', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(null, [aLine('acme/shared', 'in', '5')]);
    await world.addPrices(organisation, [aLine('acme/own', 'in', '1')], [], [organisation.id]);
    expect(world.book.priceOf(organisation.id, 'acme', 'shared')).toBeDefined();
  });

  it('lets go of one that is gone', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(organisation, [aLine('acme/a', 'in', '1')]);
    world.removeOrganisation(organisation);
    await world.book.reload([organisation.id]);
    expect(world.book.priceOf(organisation.id, 'acme', 'a')).toBeUndefined();
  });
});

describe('PriceRepository', () => {
  it('tells running replicas, for every organisation, that the list of the instance is another', async () => {
    const { repository, addOrganisation } = aWorld();
    const organisations = [await addOrganisation(), await addOrganisation()];
    await database.app.transaction(async (tx) => {
      for (const { id } of organisations) await bumpEpoch(tx, 'settings', id);
    });
    const content = { prices: [aLine('acme/listed', 'in', '1')], exchangeRates: [] };
    await database.app.transaction((tx) => repository.addInstanceList(tx, 'test', content));
    const epochs = await readEpochs(database.app);
    expect(organisations.map(({ id }) => epochs.get(id)?.settings)).toEqual(['2', '2']);
  });

  it('shows of the instance only what is not an organisation’s own', async () => {
    const world = aWorld();
    const organisation = await world.addOrganisation();
    await world.addPrices(organisation, [aLine('acme/private', 'in', '1')]);
    await world.addPrices(null, [aLine('acme/shared', 'in', '1')]);
    const { prices } = await world.repository.readInstanceList();
    expect(prices.map((line) => line.model)).toEqual(['acme/shared']);
  });
});
