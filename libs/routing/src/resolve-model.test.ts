import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SANDBOX_FAMILY, type Alias, type PriceList } from '#call';
import {
  aKey,
  aModel,
  anOrganisation,
  aProvider,
  aWorkload,
} from '../../../test/support/a-call.js';
import { isAllowed } from './allow-list.js';
import { listModels } from './list-models.js';
import { resolveModel } from './resolve-model.js';

const provider = (name: string, ...models: string[]) =>
  aProvider({ name, models: new Map(models.map((id) => [id, aModel({ id })])) });

const alias = (name: string, targets: Record<string, number>, ...fallbacks: string[]): Alias => ({
  name,
  targets: Object.entries(targets).map(([model, weight]) => ({ model, weight })),
  fallbacks,
});

const organisationOf = (...aliases: Alias[]) =>
  anOrganisation({
    providers: new Map(['a', 'b', 'c'].map((name) => [name, provider(name, 'one', 'two')])),
    aliases: new Map(aliases.map((one) => [one.name, one])),
  });

const spenderOf = (...aliases: Alias[]) => aKey(organisationOf(...aliases));

const namesOf = (name: string, random = 0, ...aliases: Alias[]) =>
  resolveModel(spenderOf(...aliases), name, () => random).endpoints.map(
    ({ provider, model }) => `${provider.name}/${model?.id}`,
  );

describe('resolveModel', () => {
  it('pins a name with a prefix to its provider', () => {
    expect(resolveModel(spenderOf(), 'a/one', () => 0)).toMatchObject({
      alias: null,
      reason: 'pinned',
      endpoints: [{ provider: { name: 'a' }, model: { id: 'one', isListed: true } }],
    });
  });

  it('takes everything behind the first slash for the model, listed or not', () => {
    const [endpoint] = resolveModel(spenderOf(), 'a/vendor/x:free', () => 0).endpoints;
    expect(endpoint?.model).toMatchObject({ id: 'vendor/x:free', isListed: false });
  });

  it.each(['one', '/one', 'a/', ''])('refuses %j, which has no prefix', (name) => {
    expect(() => namesOf(name)).toThrow(expect.objectContaining({ key: 'model_unprefixed' }));
  });

  it('refuses a provider that there is not, by its name', () => {
    expect(() => namesOf('z/one')).toThrow(
      expect.objectContaining({ key: 'model_unknown', message: expect.stringContaining('z') }),
    );
  });

  it.each(['v1', 'v1beta'])(
    'says where a version that stands for a provider comes from: %s',
    (word) => {
      expect(() => namesOf(`${word}/models/a/one`)).toThrow(
        `Where the base URL ends with /${word}`,
      );
    },
  );

  it('leads an alias to its targets, then its fallbacks', () => {
    const fast = alias('fast', { 'a/one': 1 }, 'b/one', 'c/one');
    expect(resolveModel(spenderOf(fast), 'fast', () => 0)).toMatchObject({
      alias: 'fast',
      reason: 'alias',
    });
    expect(namesOf('fast', 0, fast)).toEqual(['a/one', 'b/one', 'c/one']);
  });

  it('draws one target by weight; the others stand in for it in their own order', () => {
    const fast = alias('fast', { 'a/one': 1, 'b/one': 2, 'c/one': 1 });
    expect(namesOf('fast', 0, fast)).toEqual(['a/one', 'b/one', 'c/one']);
    expect(namesOf('fast', 0.2499, fast)[0]).toBe('a/one');
    expect(namesOf('fast', 0.25, fast)).toEqual(['b/one', 'a/one', 'c/one']);
    expect(namesOf('fast', 0.7499, fast)[0]).toBe('b/one');
    expect(namesOf('fast', 0.75, fast)).toEqual(['c/one', 'a/one', 'b/one']);
    expect(namesOf('fast', 0.9999, fast)[0]).toBe('c/one');
  });

  it('draws each target as often as its weight says', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(weights, (given) => {
        const targets = Object.fromEntries(given.map((weight, at) => [`${'abc'[at]}/one`, weight]));
        const total = given.reduce((sum, weight) => sum + weight, 0);
        const drawn = Array.from(
          { length: total },
          (_, at) => namesOf('fast', (at + 0.5) / total, alias('fast', targets))[0],
        );
        for (const [model, weight] of Object.entries(targets)) {
          expect(drawn.filter((name) => name === model)).toHaveLength(weight);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('follows aliases of aliases, in place', () => {
    const aliases = [
      alias('outer', { inner: 1 }, 'c/one'),
      alias('inner', { 'a/one': 1 }, 'b/one'),
    ];
    expect(namesOf('outer', 0, ...aliases)).toEqual(['a/one', 'b/one', 'c/one']);
  });

  it('names each endpoint once', () => {
    const aliases = [
      alias('outer', { inner: 1, 'a/one': 1 }, 'a/one', 'b/one'),
      alias('inner', { 'b/one': 1 }),
    ];
    expect(namesOf('outer', 0, ...aliases)).toEqual(['b/one', 'a/one']);
  });

  it('follows four aliases and no more, so that a circle ends', () => {
    const chain = ['l1', 'l2', 'l3', 'l4', 'l5'].map((name, at) =>
      alias(name, { [`l${at + 2}`]: 1 }, `a/${name}`),
    );
    expect(namesOf('l1', 0, ...chain)).toEqual(['a/l4', 'a/l3', 'a/l2', 'a/l1']);
    const circle = alias('me', { me: 1 }, 'a/one');
    expect(namesOf('me', 0, circle)).toEqual(['a/one']);
  });

  it('takes the alias of a workload before the organisation’s, inside of others, too', () => {
    const organisation = organisationOf(
      alias('outer', { inner: 1 }, 'b/one'),
      alias('inner', { 'a/one': 1 }),
    );
    const own = alias('inner', { 'c/one': 1 });
    const workload = aWorkload({ aliases: new Map([['inner', own]]) });
    const names = (spender: ReturnType<typeof aKey>) =>
      resolveModel(spender, 'outer', () => 0).endpoints.map(({ provider }) => provider.name);
    expect(names(aKey(organisation, workload))).toEqual(['c', 'b']);
    expect(names(aKey(organisation))).toEqual(['a', 'b']);
  });

  it('prefers an alias to a model of the same name', () => {
    expect(namesOf('a/one', 0, alias('a/one', { 'b/two': 1 }))).toEqual(['b/two']);
  });
});

describe('the allow-list', () => {
  it.each([
    [[], 'a/one', true],
    [['a/one'], 'a/one', true],
    [['a/one'], 'a/ones', false],
    [['a/one'], 'A/one', false],
    [['a/*'], 'a/one', true],
    [['a/*'], 'ab/one', false],
    [['a/*'], 'a', false],
    [['a/v/*'], 'a/v/one', true],
    [['a/v/*'], 'a/one', false],
    [['fast', 'b/*'], 'fast', true],
    [['fast', 'b/*'], 'a/one', false],
    [['*'], 'a/one', false],
  ])('%j lets %s through: %s', (allowedModels, name, expected) => {
    expect(isAllowed(aWorkload({ allowedModels }), name)).toBe(expected);
  });
});

describe('listModels', () => {
  const NO_PRICES: PriceList = { modelsOf: () => [], costOf: () => undefined };
  const sources = (prices = NO_PRICES) => ({ prices, localModels: { isReady: () => false } });
  const list = (allowedModels: string[] = []) => {
    const organisation = organisationOf(alias('gw/fast', { 'a/one': 1 }));
    return listModels(aKey(organisation, aWorkload({ allowedModels })), sources(), 0);
  };

  it('shows aliases first, then every model with its prefix', () => {
    expect(list().map(({ id }) => id)).toEqual([
      'gw/fast',
      'a/one',
      'a/two',
      'b/one',
      'b/two',
      'c/one',
      'c/two',
    ]);
    expect(list()[0]).toMatchObject({ ownedBy: 'alias', isSandbox: false });
    expect(list()[1]).toMatchObject({ ownedBy: 'a', isSandbox: false });
  });

  it('shows only what the workload may ask for', () => {
    expect(list(['b/*', 'gw/fast']).map(({ id }) => id)).toEqual(['gw/fast', 'b/one', 'b/two']);
  });

  it('marks what only pretends to be a model', () => {
    const sandbox = aProvider({
      name: 'sandbox',
      family: SANDBOX_FAMILY,
      models: new Map([['x', aModel({ id: 'x' })]]),
    });
    const organisation = anOrganisation({ providers: new Map([['sandbox', sandbox]]) });
    const [model] = listModels(aKey(organisation), sources(), 0);
    expect(model).toMatchObject({ id: 'sandbox/x', isSandbox: true });
  });

  it('shows what has a price of a provider whose settings name no models', () => {
    const bare = aProvider({ name: 'bare', models: new Map() });
    const full = aProvider({ name: 'full', models: new Map([['x', aModel({ id: 'x' })]]) });
    const providers = new Map([bare, full].map((provider) => [provider.name, provider]));
    const prices: PriceList = {
      costOf: () => undefined,
      modelsOf: (_organisation, provider) => [`v/${provider}`],
    };
    const listed = listModels(aKey(anOrganisation({ providers })), sources(prices), 0);
    expect(listed.map(({ id }) => id)).toEqual(['bare/v/bare', 'full/x']);
  });
});
