import { describe, expect, it } from 'vitest';
import { possibleCountries } from '#call';
import { CATALOGUE } from './catalogue.js';
import { findFacts, type Placed } from './find-facts.js';
import { FACTS_DAYS_MAX, outdatedFacts } from './outdated-facts.js';
import { aProvider } from '../../../../test/support/a-call.js';

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

const placed = (baseUrl: string, more: Partial<Placed> = {}): Placed => ({
  baseUrl,
  region: null,
  deployment: null,
  ...more,
});
const azure = (deployment: string, region: string | null = 'swedencentral') =>
  placed('https://acme.openai.azure.com', { deployment, region });
const bedrock = (region: string) =>
  placed(`https://bedrock-runtime.${region}.amazonaws.com`, { region });
const vertex = (region: string) =>
  placed(`https://${region}-aiplatform.googleapis.com`, { region });

/** Row, address, zone, countries, guaranteed, multiplier, country of the operator and of its owner. */
const FACTS: readonly (readonly [
  id: string,
  where: Placed,
  zone: string,
  countries: string,
  isGuaranteed: boolean,
  multiplier: string,
  law: string,
])[] = [
  ['mistral-global', placed('https://api.mistral.ai/v1'), 'GLOBAL', '', false, '1', 'FR'],
  ['mistral-eu', placed('https://api.eu.mistral.ai/v1'), 'EEA+CH', '', true, '1.1', 'FR'],
  ['mistral-us', placed('https://api.us.mistral.ai/v1'), 'US', '', true, '1.1', 'FR'],
  ['openai-global', placed('https://api.openai.com/v1'), 'GLOBAL', '', false, '1', 'US'],
  ['openai-eu', placed('https://eu.api.openai.com/v1'), 'EEA+CH', '', true, '1.1', 'US'],
  ['openai-us', placed('https://us.api.openai.com/v1'), 'US', '', true, '1.1', 'US'],
  ['openai-au', placed('https://au.api.openai.com/v1'), 'AU', '', true, '1.1', 'US'],
  ['openai-in', placed('https://in.api.openai.com/v1'), 'IN', '', true, '1.1', 'US'],
  ['openai-jp', placed('https://jp.api.openai.com/v1'), 'JP', '', true, '1.1', 'US'],
  ['openai-ae', placed('https://ae.api.openai.com/v1'), 'AE', '', false, '1.1', 'US'],
  ['anthropic-global', placed('https://api.anthropic.com'), 'GLOBAL', '', false, '1', 'US'],
  [
    'anthropic-global',
    placed('https://api.anthropic.com', { deployment: 'global' }),
    'GLOBAL',
    '',
    false,
    '1',
    'US',
  ],
  [
    'anthropic-us',
    placed('https://api.anthropic.com', { deployment: 'us' }),
    'US',
    '',
    true,
    '1.1',
    'US',
  ],
  ['azure-global', azure('GlobalStandard'), 'GLOBAL', '', false, '1', 'US'],
  ['azure-global', azure('GlobalProvisionedManaged'), 'GLOBAL', '', false, '1', 'US'],
  ['azure-global', azure('GlobalBatch'), 'GLOBAL', '', false, '1', 'US'],
  ['azure-global', azure('DeveloperTier'), 'GLOBAL', '', false, '1', 'US'],
  ['azure-data-zone', azure('DataZoneStandard'), 'EU', '', true, '1', 'US'],
  ['azure-data-zone', azure('DataZoneProvisionedManaged'), 'EU', '', true, '1', 'US'],
  ['azure-data-zone', azure('DataZoneBatch', 'eastus2'), 'US', '', true, '1', 'US'],
  ['azure-region', azure('Standard'), 'EU', 'SE', true, '1', 'US'],
  ['azure-region', azure('ProvisionedManaged', 'uksouth'), 'GB', 'GB', true, '1', 'US'],
  ['azure-region', azure('Standard', 'switzerlandnorth'), 'CH', 'CH', true, '1', 'US'],
  ['azure-region', azure('Standard', 'norwayeast'), 'EEA', 'NO', true, '1', 'US'],
  [
    'azure-region',
    placed('https://acme.services.ai.azure.com/models', {
      deployment: 'Standard',
      region: 'francecentral',
    }),
    'EU',
    'FR',
    true,
    '1',
    'US',
  ],
  ['bedrock', bedrock('eu-central-1'), 'EU', 'DE', true, '1', 'US'],
  ['bedrock', bedrock('eu-west-1'), 'EU', 'IE', true, '1', 'US'],
  ['bedrock', bedrock('eu-west-2'), 'GB', 'GB', true, '1', 'US'],
  ['bedrock', bedrock('eu-west-3'), 'EU', 'FR', true, '1', 'US'],
  ['bedrock', bedrock('eu-north-1'), 'EU', 'SE', true, '1', 'US'],
  ['bedrock', bedrock('eu-central-2'), 'CH', 'CH', true, '1', 'US'],
  ['bedrock', bedrock('us-east-1'), 'US', 'US', true, '1', 'US'],
  ['vertex-global', placed('https://aiplatform.googleapis.com'), 'GLOBAL', '', false, '1', 'US'],
  ['vertex-eu', placed('https://aiplatform.eu.rep.googleapis.com'), 'EU', '', false, '1', 'US'],
  ['vertex-us', placed('https://aiplatform.us.rep.googleapis.com'), 'US', '', false, '1', 'US'],
  ['vertex-region', vertex('europe-west4'), 'EU', 'NL', false, '1', 'US'],
  ['vertex-region', vertex('europe-west2'), 'GB', 'GB', false, '1', 'US'],
  ['vertex-region', vertex('europe-west6'), 'CH', 'CH', false, '1', 'US'],
  [
    'gemini-api',
    placed('https://generativelanguage.googleapis.com'),
    'GLOBAL',
    '',
    false,
    '1',
    'US',
  ],
  ['scaleway', placed('https://api.scaleway.ai/v1'), 'EU', 'FR', true, '1', 'FR'],
  [
    'ovhcloud',
    placed('https://oai.endpoints.kepler.ai.cloud.ovh.net/v1'),
    'EU',
    '',
    false,
    '1',
    'FR',
  ],
  ['ionos', placed('https://openai.inference.de-txl.ionos.com/v1'), 'EU', 'DE', false, '1', 'DE'],
  ['nebius', placed('https://api.tokenfactory.nebius.com/v1'), 'EU', '', false, '1', 'NL'],
];

describe('the catalogue', () => {
  it.each(FACTS)(
    '%s at %o processes in %s %s, guaranteed: %s, at %s times the price, under the law of %s',
    (id, where, zone, countries, guaranteed, multiplier, law) => {
      const facts = findFacts(where);
      expect(facts?.row).toMatchObject({ id, operator: { country: law, parentCountry: law } });
      expect(facts?.row.priceMultiplier ?? '1').toBe(multiplier);
      expect(facts?.jurisdiction).toMatchObject({
        zone,
        countries: countries === '' ? [] : countries.split(' '),
        guaranteed,
        source: 'catalogue',
        storage: { retention: 'unknown' },
      });
    },
  );

  it('has each of its rows tried above, with a page that says so and a date', () => {
    const tried = new Set(FACTS.map(([id]) => id));
    expect(CATALOGUE.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
    for (const { evidence } of CATALOGUE) {
      expect(evidence.url).toMatch(/^https:\/\//);
      expect(Date.parse(evidence.checkedOn)).not.toBeNaN();
    }
  });

  it.each([
    ['eu.anthropic.claude-opus-4-6-v1', 'EU', true],
    ['us.amazon.nova-pro-v1:0', 'US', true],
    ['us-gov.anthropic.claude-3-haiku-v1:0', 'US', true],
    ['jp.anthropic.claude-sonnet-4-5-v1:0', 'JP', true],
    ['au.anthropic.claude-sonnet-4-5-v1:0', 'AU', true],
    ['global.anthropic.claude-opus-4-6-v1', 'GLOBAL', false],
    ['apac.amazon.nova-pro-v1:0', 'GLOBAL', false],
    ['ca.amazon.nova-lite-v1:0', 'GLOBAL', false],
    ['arn:aws:bedrock:eu-central-1:1:application-inference-profile/x', 'GLOBAL', false],
  ])('reads the geography that a profile of Bedrock names: %s', (id, zone, guaranteed) => {
    const profiles = findFacts(bedrock('eu-central-1'))?.profiles ?? [];
    const found = profiles.find(({ ids }) => ids.test(id))?.jurisdiction;
    expect(found).toMatchObject({ zone, guaranteed });
  });

  it.each(['anthropic.claude-3-haiku-v1:0', 'ai21.jamba-1-5-large-v1:0', 'zai.glm-4.6'])(
    'leaves a plain id of Bedrock in its region: %s',
    (id) => {
      const profiles = findFacts(bedrock('eu-central-1'))?.profiles ?? [];
      expect(profiles.find(({ ids }) => ids.test(id))).toBeUndefined();
    },
  );

  it.each([
    ['a host that only looks alike', placed('https://api.openai.com.example.org/v1')],
    ['a host that ends alike', placed('https://myapi.eu.mistral.ai/v1')],
    ['what is not proven to be that host', placed('http://api.eu.mistral.ai/v1')],
    ['a kind of Azure that nobody names', placed('https://acme.openai.azure.com')],
    ['a region of Azure that nobody names', azure('Standard', null)],
    ['a region of Azure that is not known', azure('Standard', 'atlantis')],
    ['a data zone that there is not', azure('DataZoneStandard', 'uksouth')],
    ['a region of Bedrock that is not known', bedrock('eu-west-99')],
    ['somebody’s own server', placed('http://127.0.0.1:8000/v1')],
    ['what is no address', placed('acme')],
  ])('knows nothing of %s', (_what, where) => {
    expect(findFacts(where)).toBeUndefined();
  });

  it('counts neither the United Kingdom nor Switzerland nor Norway as the EU', () => {
    const members = possibleCountries({
      ...aProvider().jurisdiction,
      zone: 'EU',
      countries: [],
    });
    expect([...(members ?? [])]).toEqual(EU.split(' '));
  });
});

describe('facts that are old', () => {
  const day = 86_400_000;
  const mistral = findFacts(placed('https://api.mistral.ai'));
  const provider = aProvider({ jurisdiction: mistral?.jurisdiction ?? aProvider().jurisdiction });
  const checkedMs = Date.parse(provider.jurisdiction.evidence?.checkedOn ?? '');

  it('are told of with their page, half a year after somebody read it', () => {
    expect(outdatedFacts([provider], checkedMs + FACTS_DAYS_MAX * day)).toEqual([]);
    expect(outdatedFacts([provider], checkedMs + (FACTS_DAYS_MAX + 1) * day)).toEqual([
      expect.stringMatching(/^providers\.acme: .* 181 days ago, .*docs\.mistral\.ai/),
    ]);
  });

  it('are none where an organisation declares them', () => {
    expect(outdatedFacts([aProvider()], checkedMs + 1_000 * day)).toEqual([]);
  });
});
