import { describe, expect, it } from 'vitest';
import { UNDECLARED, type Provider } from '#call';
import {
  aKey,
  aModel,
  anOrganisation,
  aProvider,
  aWorkload,
  NO_RESIDENCY,
} from '../../../test/support/a-call.js';
import { explainRoute, type RouteRequest } from './explain-route.js';

const at = (zone: string) => ({
  ...UNDECLARED,
  zone,
  guaranteed: true,
  source: 'organisation' as const,
});
const provider = (name: string, change: Partial<Provider> = {}) =>
  aProvider({
    name,
    baseUrl: `https://${name}.example/v1`,
    models: new Map([['one', aModel({ id: 'one' })]]),
    ...change,
  });
const providers = [
  provider('berlin', { jurisdiction: at('EU') }),
  provider('states', { jurisdiction: at('US') }),
  provider('off', { isEnabled: false }),
  provider('mute', { family: 'mute' }),
  provider('ill'),
  provider('own', { baseUrl: 'https://same.example' }),
  provider('shared', { baseUrl: 'https://same.example', credential: 'managed' }),
];
const names = ['states', 'off', 'mute', 'ill', 'shared', 'berlin'].map((name) => `${name}/one`);
const organisation = anOrganisation({
  residency: { ...NO_RESIDENCY, mode: 'enforce' },
  providers: new Map(providers.map((one) => [one.name, one])),
  aliases: new Map([
    ['many', { name: 'many', targets: [{ model: 'hidden/one', weight: 1 }], fallbacks: [] }],
    [
      'all',
      { name: 'all', targets: [{ model: names[0] ?? '', weight: 1 }], fallbacks: names.slice(1) },
    ],
  ]),
});
const surroundings = {
  serves: (_kind: string, family: string) => family !== 'mute',
  speaks: () => false,
  prices: { costOf: () => undefined },
  isServing: ({ provider: { name } }: { provider: Provider }) => name !== 'ill',
};
const explain = (request: Partial<RouteRequest>, allowedModels: string[] = []) =>
  explainRoute(
    aKey(organisation, aWorkload({ allowedModels })),
    {
      model: 'all',
      format: 'chat',
      operation: 'chat',
      usesStored: false,
      reading: null,
      promptTokens: 0,
      nowMs: 0,
      ...request,
    },
    surroundings,
  );

describe('the explanation of a route', () => {
  it('names every candidate, each filter that it passed, and the one that stopped it', () => {
    const { candidates, tried, alias, reason, policy } = explain({});
    expect({ alias, reason, policy, tried }).toEqual({
      alias: 'all',
      reason: 'alias',
      policy: { name: 'EU only', mode: 'enforce' },
      tried: ['own/one', 'berlin/one'],
    });
    const told = candidates.map(({ endpoint, verdict, filters }) => [
      endpoint,
      verdict,
      filters.map(({ name, passes }) => `${passes ? '' : '!'}${name}`).join(' '),
    ]);
    const all =
      'allow_list enabled capability own_name features context residency own_key pause health';
    expect(told).toEqual([
      [
        'states/one',
        'residency_blocked',
        'allow_list enabled capability own_name features context !residency',
      ],
      ['off/one', 'provider_disabled', 'allow_list !enabled'],
      ['mute/one', 'not_capable', 'allow_list enabled !capability'],
      [
        'ill/one',
        'unhealthy',
        'allow_list enabled capability own_name features context residency own_key pause !health',
      ],
      ['own/one', 'chosen', all],
      [
        'shared/one',
        'own_key_first',
        'allow_list enabled capability own_name features context residency !own_key',
      ],
      ['berlin/one', 'chosen', all],
    ]);
    expect(candidates[0]).toMatchObject({ zone: 'US', residency: 'zone_not_allowed' });
  });

  it('goes by the list of the workload, and by what is asked', () => {
    expect(explain({}, ['berlin/*']).tried).toEqual(['berlin/one']);
    expect(explain({ usesStored: true }).tried).toEqual([]);
    expect(explain({ model: ' berlin/one ' })).toMatchObject({
      requested: 'berlin/one',
      reason: 'pinned',
      tried: ['berlin/one'],
    });
  });

  it('says why a name leads nowhere', () => {
    expect(explain({ model: 'one' })).toMatchObject({
      tried: [],
      error: expect.stringContaining('provider-prefixed'),
    });
    expect(explain({ model: 'many' }).error).toContain('There is no provider hidden');
  });
});
