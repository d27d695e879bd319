import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countriesOf,
  UNDECLARED,
  type AdequateCountry,
  type Jurisdiction,
  type ResidencyPolicy,
} from '#call';
import { NO_RESIDENCY } from '../../../../test/support/a-call.js';
import { judgeEndpoint, rankOf } from './judge-endpoint.js';

const NOW = Date.parse('2026-11-23');

const at = (zone: string, change: Partial<Jurisdiction> = {}): Jurisdiction => ({
  ...UNDECLARED,
  zone,
  guaranteed: true,
  source: 'catalogue',
  operator: { name: 'Acme', country: 'DE', parentCountry: 'DE' },
  ...change,
});
const policy = (change: Partial<ResidencyPolicy> = {}): ResidencyPolicy => ({
  ...NO_RESIDENCY,
  mode: 'enforce',
  ...change,
});
const adequate = (country: string, change: Partial<AdequateCountry> = {}): AdequateCountry => ({
  country,
  fromMs: 0,
  untilMs: null,
  scope: '',
  applies: true,
  ...change,
});
const operator = (country: string, parentCountry = country) => ({
  operator: { name: 'Acme', country, parentCountry },
});

const EU_ONLY = policy();
const EEA_CH = policy({ allowZones: ['EEA+CH'] });
const ADEQUATE = policy({
  allowZones: ['EEA'],
  adequacy: [
    adequate('CH'),
    adequate('GB', { untilMs: NOW }),
    adequate('JP', { fromMs: NOW + 1 }),
    adequate('US', { applies: false }),
  ],
});
const SOVEREIGN = policy({
  operatorRule: { kind: 'in', countries: countriesOf('EEA') ?? new Set() },
});
const NOT_US = policy({ operatorRule: { kind: 'not_in', countries: new Set(['US']) } });
const LOCAL_ONLY = policy({ allowZones: ['LOCAL'] });
const ANYTHING = policy({ allowZones: ['GLOBAL'], requireGuaranteed: false });
const NO_HUNGARY = policy({ denyCountries: ['HU'] });
const global = at('GLOBAL', { guaranteed: false });

describe('the verdict on an endpoint', () => {
  it.each([
    ['EU only', EU_ONLY, 'the EU', at('EU'), 'allowed'],
    ['EU only', EU_ONLY, 'Sweden', at('EU', { countries: ['SE'] }), 'allowed'],
    ['EU only', EU_ONLY, 'a country by its code', at('SE'), 'allowed'],
    ['EU only', EU_ONLY, 'its own machine', at('LOCAL', { operator: null }), 'allowed'],
    ['EU only', EU_ONLY, 'the EEA', at('EEA'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'the EEA and Switzerland', at('EEA+CH'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'the United Kingdom', at('GB'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'Switzerland', at('CH'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'the United States', at('US'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'anywhere', global, 'not_guaranteed'],
    ['EU only', EU_ONLY, 'anywhere, for sure', at('GLOBAL'), 'zone_not_allowed'],
    ['EU only', EU_ONLY, 'the EU, as a rule', at('EU', { guaranteed: false }), 'not_guaranteed'],
    ['EU only', EU_ONLY, 'nobody knows where', UNDECLARED, 'undeclared_location'],
    ['EU only', EU_ONLY, 'a place of its own', at('MOON'), 'zone_not_allowed'],
    ['EEA + Switzerland', EEA_CH, 'the EEA and Switzerland', at('EEA+CH'), 'allowed'],
    ['EEA + Switzerland', EEA_CH, 'the EU', at('EU'), 'allowed'],
    ['EEA + Switzerland', EEA_CH, 'Norway', at('EEA', { countries: ['NO'] }), 'allowed'],
    ['EEA + Switzerland', EEA_CH, 'the United Kingdom', at('GB'), 'zone_not_allowed'],
    ['EU + adequate', ADEQUATE, 'the EU', at('EU'), 'allowed'],
    ['EU + adequate', ADEQUATE, 'the EEA and Switzerland', at('EEA+CH'), 'allowed'],
    ['EU + adequate', ADEQUATE, 'a decision that ended', at('GB'), 'adequacy_not_applicable'],
    ['EU + adequate', ADEQUATE, 'one not yet in force', at('JP'), 'adequacy_not_applicable'],
    ['EU + adequate', ADEQUATE, 'one that is switched off', at('US'), 'adequacy_not_applicable'],
    ['EU + adequate', ADEQUATE, 'no decision at all', at('IN'), 'zone_not_allowed'],
    ['Sovereign EU', SOVEREIGN, 'a European operator', at('EU'), 'allowed'],
    ['Sovereign EU', SOVEREIGN, 'an American one', at('EU', operator('US')), 'operator_denied'],
    [
      'Sovereign EU',
      SOVEREIGN,
      'an American owner',
      at('EU', operator('IE', 'US')),
      'operator_denied',
    ],
    ['Sovereign EU', SOVEREIGN, 'an unknown one', at('EU', { operator: null }), 'operator_denied'],
    [
      'not American',
      NOT_US,
      'an American owner',
      at('EU', operator('IE', 'US')),
      'operator_denied',
    ],
    ['not American', NOT_US, 'a Japanese one', at('EU', operator('JP')), 'allowed'],
    ['Local only', LOCAL_ONLY, 'its own machine', at('LOCAL'), 'allowed'],
    ['Local only', LOCAL_ONLY, 'the EU', at('EU'), 'zone_not_allowed'],
    ['Anything', ANYTHING, 'nobody knows where', UNDECLARED, 'allowed'],
    ['Anything', ANYTHING, 'anywhere', global, 'allowed'],
    ['not Hungary', NO_HUNGARY, 'Hungary', at('EU', { countries: ['HU'] }), 'country_denied'],
    ['not Hungary', NO_HUNGARY, 'Sweden', at('EU', { countries: ['SE'] }), 'allowed'],
    ['not Hungary', NO_HUNGARY, 'somewhere in the EU', at('EU'), 'country_denied'],
    ['not Hungary', NO_HUNGARY, 'anywhere', global, 'country_denied'],
    ['the EU and Japan', policy({ allowCountries: ['JP'] }), 'Japan', at('JP'), 'allowed'],
    ['a place of its own', policy({ allowZones: ['MOON'] }), 'that place', at('MOON'), 'allowed'],
    [
      'nothing kept',
      policy({ maxRetention: 'zero' }),
      'for a month',
      at('EU', { storage: { zone: 'EU', retention: '30d' } }),
      'retention_too_long',
    ],
    [
      'a month at most',
      policy({ maxRetention: '30d' }),
      'for a month',
      at('EU', { storage: { zone: 'EU', retention: '30d' } }),
      'allowed',
    ],
    [
      'a month at most',
      policy({ maxRetention: '30d' }),
      'nobody knows how long',
      at('EU'),
      'retention_too_long',
    ],
    [
      'nothing kept',
      policy({ maxRetention: 'zero' }),
      'nothing',
      at('EU', { storage: { zone: 'EU', retention: 'zero' } }),
      'allowed',
    ],
  ] as const)('%s: %s', (_policy, rules, _where, facts, expected) => {
    expect(judgeEndpoint(rules, facts, NOW)).toBe(expected);
  });

  it('never lets through by a narrower policy what a wider one blocks', () => {
    const zones = ['EU', 'EEA', 'EEA+CH', 'CH', 'GB', 'US', 'NO', 'DE'];
    const facts = fc.record({
      zone: fc.constantFrom(...zones, 'GLOBAL', 'LOCAL'),
      guaranteed: fc.boolean(),
      source: fc.constantFrom('catalogue', 'organisation', 'none'),
    });
    fc.assert(
      fc.property(facts, fc.subarray(zones), fc.subarray(zones), (given, some, more) => {
        const endpoint = { ...UNDECLARED, ...given };
        const narrow = judgeEndpoint(policy({ allowZones: some }), endpoint, NOW);
        const wide = judgeEndpoint(policy({ allowZones: [...some, ...more] }), endpoint, NOW);
        if (narrow === 'allowed') expect(wide).toBe('allowed');
      }),
    );
  });
});

describe('the order of a policy', () => {
  it.each([
    [at('LOCAL'), 0],
    [at('EU', { countries: ['SE'] }), 1],
    [at('DE'), 1],
    [at('NO'), 2],
    [at('CH'), 3],
    [at('US'), 4],
    [global, 4],
  ])('puts %o at %i', (facts, rank) => {
    const order = ['local', 'EU', 'EEA', 'adequate'];
    expect(rankOf({ ...ADEQUATE, order }, facts, NOW)).toBe(rank);
  });
});
