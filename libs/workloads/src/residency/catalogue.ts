import type { Operator, Retention } from '#call';
import { AWS_REGIONS, AZURE_REGIONS, GOOGLE_REGIONS, type Regions } from './regions.js';

/**
 * What providers say of where their endpoints process, as data: no code knows one of them. A row is found by
 * the host of the base URL and the kind of deployment, never by a name. A rule that is missing here is not
 * guessed: such an endpoint is undeclared until the settings declare it.
 */
export interface CatalogueRow {
  readonly id: string;
  /** `*.` stands for any labels before the rest, `{region}` for the name of a region. */
  readonly hosts: readonly string[];
  /** What the settings say of the deployment, where the host does not tell; null: nothing. */
  readonly deployments: readonly (string | null)[];
  readonly place: FixedPlace | RegionalPlace;
  readonly isGuaranteed: boolean;
  readonly operator: Operator;
  readonly retention: Retention;
  /** On the list prices of the same models elsewhere, a decimal; 1 unless said. */
  readonly priceMultiplier?: string;
  /** Models whose ids tell another kind of deployment; the first that fits. */
  readonly profiles?: readonly Profile[];
  readonly evidence: { readonly url: string; readonly checkedOn: string };
}

export interface FixedPlace {
  readonly zone: string;
  readonly countries?: readonly string[];
}

/** By the region that the host or the settings name. `data_zone`: anywhere in the EU, or in the US. */
export interface RegionalPlace {
  readonly regions: Regions;
  readonly within: 'country' | 'data_zone';
}

/** Null where nothing is known of where it processes. */
export interface Profile {
  readonly ids: RegExp;
  readonly place: (FixedPlace & { readonly isGuaranteed: boolean }) | null;
}

const ANY = [null];

const operator = (name: string, country: string, parentCountry = country): Operator => ({
  name,
  country,
  parentCountry,
});

const MISTRAL = {
  deployments: ANY,
  operator: operator('Mistral AI', 'FR'),
  retention: 'unknown',
  evidence: {
    url: 'https://docs.mistral.ai/studio/regional-inference',
    checkedOn: '2026-11-23',
  },
} as const;

const OPENAI = {
  deployments: ANY,
  operator: operator('OpenAI', 'US'),
  retention: 'unknown',
  evidence: {
    url: 'https://developers.openai.com/api/docs/guides/data-residency',
    checkedOn: '2026-11-23',
  },
} as const;

/** Of models that came out since March 2026; who serves older ones alone names a multiplier of 1. */
const OPENAI_REGIONAL = { ...OPENAI, isGuaranteed: true, priceMultiplier: '1.1' } as const;

const ANTHROPIC = {
  hosts: ['api.anthropic.com'],
  operator: operator('Anthropic', 'US'),
  retention: 'unknown',
  evidence: {
    url: 'https://platform.claude.com/docs/en/manage-claude/data-residency',
    checkedOn: '2026-11-23',
  },
} as const;

/** The region of the resource alone proves nothing: the SKU code of the deployment does. */
const AZURE = {
  hosts: ['*.openai.azure.com', '*.services.ai.azure.com', '*.cognitiveservices.azure.com'],
  operator: operator('Microsoft', 'US'),
  retention: 'unknown',
  evidence: {
    url: 'https://learn.microsoft.com/en-us/azure/foundry/foundry-models/concepts/deployment-types',
    checkedOn: '2026-11-23',
  },
} as const;

const VERTEX = {
  deployments: ANY,
  operator: operator('Google', 'US'),
  retention: 'unknown',
  evidence: {
    url: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/learn/data-residency',
    checkedOn: '2026-11-23',
  },
} as const;

const anywhere = { place: { zone: 'GLOBAL' }, isGuaranteed: false } as const;

export const CATALOGUE: readonly CatalogueRow[] = [
  { ...MISTRAL, id: 'mistral-global', hosts: ['api.mistral.ai'], ...anywhere },
  {
    ...MISTRAL,
    id: 'mistral-eu',
    hosts: ['api.eu.mistral.ai'],
    place: { zone: 'EEA+CH' }, // "EU/EFTA": not the EU.
    isGuaranteed: true,
    priceMultiplier: '1.1',
  },
  {
    ...MISTRAL,
    id: 'mistral-us',
    hosts: ['api.us.mistral.ai'],
    place: { zone: 'US' },
    isGuaranteed: true,
    priceMultiplier: '1.1',
  },
  { ...OPENAI, id: 'openai-global', hosts: ['api.openai.com'], ...anywhere },
  {
    ...OPENAI_REGIONAL,
    id: 'openai-eu',
    hosts: ['eu.api.openai.com'],
    place: { zone: 'EEA+CH' }, // "European Economic Area and Switzerland".
  },
  { ...OPENAI_REGIONAL, id: 'openai-us', hosts: ['us.api.openai.com'], place: { zone: 'US' } },
  { ...OPENAI_REGIONAL, id: 'openai-au', hosts: ['au.api.openai.com'], place: { zone: 'AU' } },
  { ...OPENAI_REGIONAL, id: 'openai-in', hosts: ['in.api.openai.com'], place: { zone: 'IN' } },
  { ...OPENAI_REGIONAL, id: 'openai-jp', hosts: ['jp.api.openai.com'], place: { zone: 'JP' } },
  {
    ...OPENAI_REGIONAL,
    id: 'openai-ae',
    hosts: ['ae.api.openai.com'],
    place: { zone: 'AE' },
    isGuaranteed: false, // Not among the regions whose processing is promised.
  },
  { ...ANTHROPIC, id: 'anthropic-global', deployments: [null, 'global'], ...anywhere },
  {
    ...ANTHROPIC,
    id: 'anthropic-us',
    deployments: ['us'], // A workspace that allows the geography us alone.
    place: { zone: 'US' },
    isGuaranteed: true,
    priceMultiplier: '1.1',
  },
  {
    ...AZURE,
    id: 'azure-global',
    deployments: ['GlobalStandard', 'GlobalProvisionedManaged', 'GlobalBatch', 'DeveloperTier'],
    ...anywhere,
  },
  {
    ...AZURE,
    id: 'azure-data-zone',
    deployments: ['DataZoneStandard', 'DataZoneProvisionedManaged', 'DataZoneBatch'],
    place: { regions: AZURE_REGIONS, within: 'data_zone' },
    isGuaranteed: true,
  },
  {
    ...AZURE,
    id: 'azure-region',
    deployments: ['Standard', 'ProvisionedManaged'],
    place: { regions: AZURE_REGIONS, within: 'country' },
    isGuaranteed: true,
  },
  {
    id: 'bedrock',
    hosts: [
      'bedrock-runtime.{region}.amazonaws.com',
      'bedrock-runtime-fips.{region}.amazonaws.com',
    ],
    deployments: ANY,
    place: { regions: AWS_REGIONS, within: 'country' },
    isGuaranteed: true,
    operator: operator('Amazon Web Services', 'US'),
    retention: 'unknown',
    profiles: [
      { ids: /^eu\./, place: { zone: 'EU', isGuaranteed: true } },
      { ids: /^us(?:-gov)?\./, place: { zone: 'US', isGuaranteed: true } },
      { ids: /^jp\./, place: { zone: 'JP', isGuaranteed: true } },
      { ids: /^au\./, place: { zone: 'AU', isGuaranteed: true } },
      { ids: /^global\./, place: { zone: 'GLOBAL', isGuaranteed: false } },
      // Of other geographies, and of an account's own making: their regions are not in the name.
      { ids: /^(?:arn:|apac\.|[a-z]{2}(?:-[a-z]+)?\.)/, place: null },
    ],
    evidence: {
      url: 'https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html',
      checkedOn: '2026-11-23',
    },
  },
  { ...VERTEX, id: 'vertex-global', hosts: ['aiplatform.googleapis.com'], ...anywhere },
  {
    ...VERTEX,
    id: 'vertex-eu',
    hosts: ['aiplatform.eu.rep.googleapis.com'],
    place: { zone: 'EU' },
    isGuaranteed: false, // For the models of a list alone: who serves those declares it.
  },
  {
    ...VERTEX,
    id: 'vertex-us',
    hosts: ['aiplatform.us.rep.googleapis.com'],
    place: { zone: 'US' },
    isGuaranteed: false,
  },
  {
    ...VERTEX,
    id: 'vertex-region',
    hosts: ['{region}-aiplatform.googleapis.com'],
    place: { regions: GOOGLE_REGIONS, within: 'country' },
    isGuaranteed: false,
  },
  {
    id: 'gemini-api',
    hosts: ['generativelanguage.googleapis.com'],
    deployments: ANY,
    ...anywhere,
    operator: operator('Google', 'US'),
    retention: 'unknown',
    evidence: { url: 'https://ai.google.dev/gemini-api/terms', checkedOn: '2026-11-23' },
  },
  {
    id: 'scaleway',
    hosts: ['api.scaleway.ai'],
    deployments: ANY,
    place: { zone: 'EU', countries: ['FR'] },
    isGuaranteed: true,
    operator: operator('Scaleway', 'FR'),
    retention: 'unknown',
    evidence: {
      url: 'https://www.scaleway.com/en/developers/api/generative-apis/',
      checkedOn: '2026-11-23',
    },
  },
  {
    id: 'ovhcloud',
    hosts: ['*.endpoints.kepler.ai.cloud.ovh.net'],
    deployments: ANY,
    place: { zone: 'EU' },
    isGuaranteed: false,
    operator: operator('OVHcloud', 'FR'),
    retention: 'unknown',
    evidence: {
      url: 'https://docs.ovhcloud.com/en/guides/public-cloud/ai-machine-learning/ai-endpoints',
      checkedOn: '2026-11-23',
    },
  },
  {
    id: 'ionos',
    hosts: ['openai.inference.de-txl.ionos.com'],
    deployments: ANY,
    place: { zone: 'EU', countries: ['DE'] },
    isGuaranteed: false,
    operator: operator('IONOS', 'DE'),
    retention: 'unknown',
    evidence: { url: 'https://docs.ionos.com/cloud/ai/ai-model-hub', checkedOn: '2026-11-23' },
  },
  {
    id: 'nebius',
    hosts: ['api.tokenfactory.nebius.com', 'api.studio.nebius.com'],
    deployments: ANY,
    place: { zone: 'EU' },
    isGuaranteed: false,
    operator: operator('Nebius', 'NL'),
    retention: 'unknown',
    evidence: { url: 'https://docs.tokenfactory.nebius.com/', checkedOn: '2026-11-23' },
  },
];
