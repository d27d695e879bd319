import { describe, expect, it } from 'vitest';
import { buildPolicy } from './build-policy.js';
import { locate } from './locate.js';
import { PRESET_NAMES } from './presets.js';
import { shippedDecisions } from './adequacy.js';

const policyOf = (set: object = {}) => buildPolicy({ mode: 'enforce', ...set });

describe('a policy', () => {
  it.each([
    ['eu', 'EU only', ['EU'], true],
    ['eea_ch', 'EEA + Switzerland', ['EEA+CH'], true],
    ['eu_adequate', 'EU + adequate', ['EEA'], true],
    ['sovereign_eu', 'Sovereign EU', ['EU'], true],
    ['local', 'Local only', ['LOCAL'], true],
    ['anything', 'Anything', ['GLOBAL'], false],
  ])('is %s by its name alone', (preset, name, allowZones, requireGuaranteed) => {
    expect(policyOf({ preset })).toMatchObject({ name, allowZones, requireGuaranteed });
    expect(PRESET_NAMES).toContain(preset);
  });

  it('that a release before stored says its mode, and is of the EU', () => {
    expect(buildPolicy({ mode: 'report' })).toEqual({
      mode: 'report',
      name: 'EU only',
      allowZones: ['EU'],
      allowCountries: [],
      denyCountries: [],
      adequacy: [],
      operatorRule: { kind: 'any' },
      requireGuaranteed: true,
      maxRetention: 'any',
      blockStatus: 403,
      order: [],
    });
  });

  it('is custom where it allows something else than its preset', () => {
    expect(policyOf({ preset: 'eu', block_status: 451, order: ['local'] }).name).toBe('EU only');
    expect(policyOf({ preset: 'eu', deny_countries: ['HU'] }).name).toBe('custom');
    expect(policyOf({ preset: 'eu', allow_zones: ['EU', 'UK'] })).toMatchObject({
      name: 'custom',
      allowZones: ['EU', 'GB'],
    });
  });

  it('wants of a sovereign one that operator and owner are of the EEA', () => {
    const { operatorRule } = policyOf({ preset: 'sovereign_eu' });
    expect(operatorRule.kind).toBe('in');
    expect(operatorRule).toMatchObject({ countries: expect.any(Set) as Set<string> });
    const countries = operatorRule.kind === 'any' ? new Set() : operatorRule.countries;
    expect(['DE', 'NO', 'US', 'GB'].map((code) => countries.has(code))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('decisions on countries', () => {
  const TABLE = 'AD AR BR CA CH FO GB GG IL IM JE JP KR NZ US UY';

  it('are those that are known, the one on the United States listed and not counted', () => {
    const decisions = shippedDecisions();
    expect(decisions.map(({ country }) => country)).toEqual(TABLE.split(' '));
    expect(decisions.filter(({ applies }) => !applies).map(({ country }) => country)).toEqual([
      'US',
    ]);
    for (const { fromMs, untilMs } of decisions) {
      expect(fromMs).not.toBeNaN();
      expect(untilMs).toBeNull();
    }
  });

  it('are replaced one by one', () => {
    const { adequacy } = policyOf({
      preset: 'eu_adequate',
      adequate_countries: [
        { country: 'US', from: '2023-07-10', applies: true },
        { country: 'UK', from: '2021-06-28', until: '2031-12-27', applies: true },
      ],
    });
    expect(adequacy).toHaveLength(TABLE.split(' ').length);
    expect(adequacy.filter(({ country }) => country === 'GB')).toEqual([
      {
        country: 'GB',
        fromMs: Date.UTC(2021, 5, 28),
        untilMs: Date.UTC(2031, 11, 27),
        scope: '',
        applies: true,
      },
    ]);
    expect(adequacy.find(({ country }) => country === 'US')?.applies).toBe(true);
  });

  it('count for nothing where the policy does not ask for them', () => {
    expect(policyOf({ preset: 'eu' }).adequacy).toEqual([]);
    expect(policyOf({ preset: 'eu_adequate', adequacy: 'none' }).adequacy).toEqual([]);
  });
});

describe('an endpoint', () => {
  const at = (baseUrl: string) => ({ baseUrl, region: null, deployment: null });
  const EU = at('https://api.eu.mistral.ai/v1');
  const OVH = at('https://oai.endpoints.kepler.ai.cloud.ovh.net/v1');
  const OWN = at('http://10.0.0.1/v1');

  it('is where the catalogue has it, at its price, unless the settings say otherwise', () => {
    expect(locate(EU, {}, undefined)).toMatchObject({
      jurisdiction: { zone: 'EEA+CH', guaranteed: true, source: 'catalogue' },
      priceMultiplier: '1.1',
    });
    expect(locate(EU, {}, '1').priceMultiplier).toBe('1');
    expect(locate(EU, { zone: 'EU', guaranteed: true }, undefined).jurisdiction).toMatchObject({
      zone: 'EU',
      guaranteed: true,
      evidence: null,
      operator: { country: 'FR' },
      source: 'organisation',
    });
  });

  it('is confirmed by who knows the contract, and stays where the catalogue has it', () => {
    expect(locate(OVH, {}, undefined).jurisdiction).toMatchObject({
      zone: 'EU',
      guaranteed: false,
    });
    expect(locate(OVH, { guaranteed: true }, undefined).jurisdiction).toMatchObject({
      zone: 'EU',
      guaranteed: true,
      operator: { country: 'FR' },
      source: 'organisation',
    });
  });

  it('of which nobody says anything is nowhere that is known', () => {
    const { jurisdiction, priceMultiplier } = locate(OWN, {}, undefined);
    expect(jurisdiction).toMatchObject({ zone: 'GLOBAL', guaranteed: false, source: 'none' });
    expect(priceMultiplier).toBe('1');
    expect(locate(OWN, { guaranteed: true }, undefined).jurisdiction.source).toBe('none');
  });

  it('that is declared with a zone alone guarantees nothing', () => {
    expect(locate(EU, { zone: 'EU' }, undefined).jurisdiction.guaranteed).toBe(false);
    expect(locate(OWN, { zone: 'UK', countries: ['UK'] }, undefined).jurisdiction).toMatchObject({
      zone: 'GB',
      countries: ['GB'],
      guaranteed: false,
      source: 'organisation',
    });
  });
});
