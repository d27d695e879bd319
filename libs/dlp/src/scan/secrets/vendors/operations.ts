import { ALNUM, ANY_HEX, HEX, LOWER, TOKEN, URL64, type Vendor } from './vendor.js';

/** Vaults, identity, monitoring and infrastructure. */
export const OPERATIONS: readonly Vendor[] = [
  {
    id: 'vault',
    floor: 3.5,
    shapes: [`hvs\\.${URL64}{90,120}`, `hvb\\.${URL64}{138,300}`],
    weak: [`s\\.${ALNUM}{24}`],
    names: ['vault', 'hashicorp', 'token'],
  },
  {
    id: 'terraform',
    floor: 3.5,
    named: [`${ALNUM}{14}\\.atlasv1\\.${TOKEN}{60,70}`],
    names: ['terraform', 'tfe', 'tfc', 'hashicorp', 'atlas', 'token'],
  },
  { id: 'doppler', floor: 2, shapes: [`dp\\.(pt|st|sa|ct|scim|audit)\\.${ALNUM}{40,44}`] },
  {
    id: 'onepassword',
    floor: 3.8,
    shapes: [
      'A3-[0-9A-Z]{6}-[0-9A-Z]{11}-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}',
      'A3-[0-9A-Z]{6}-[0-9A-Z]{6}-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}',
      'ops_eyJ[0-9A-Za-z+/]{250,2000}={0,3}',
    ],
  },
  { id: 'age', floor: 3, shapes: ['AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}'] },
  { id: 'pulumi', floor: 2, shapes: [`pul-${HEX}{40}`] },
  { id: 'openshift', floor: 3.5, shapes: [`sha256~${URL64}{43}`] },
  { id: 'okta', floor: 4, named: [`00${TOKEN}{40}`] },
  {
    id: 'dynatrace',
    floor: 4,
    shapes: [
      `dt0(c01|s16|s01)\\.${ALNUM}{24}\\.${ALNUM}{64}`,
      `dt0s16\\.${ALNUM}{8}\\.${ALNUM}{64}`,
    ],
  },
  {
    id: 'grafana',
    floor: 3,
    shapes: [
      `glsa_${ALNUM}{32}_${ANY_HEX}{8}`,
      'glc_[0-9A-Za-z+/]{32,400}={0,3}',
      `eyJrIjoi${ALNUM}{70,400}={0,3}`,
    ],
  },
  {
    id: 'sentry',
    floor: 3,
    shapes: [`sntrys_eyJpYXQiO[0-9A-Za-z+/=]{40,420}_[0-9A-Za-z+/]{43}`, `sntryu_${HEX}{64}`],
    named: [`${HEX}{64}`],
  },
  {
    id: 'new_relic',
    floor: 3,
    shapes: [`NRAK-[0-9A-Z]{27}`, `(NRJS|NRBR)-${HEX}{19}`, `NRII-${URL64}{32}`],
    named: [`${ALNUM}{64}`, `NRAK-${ALNUM}{27}`, `${HEX}{36}NRAL`],
    names: ['newrelic', 'new relic'],
  },
  { id: 'datadog', floor: 3, named: [`${LOWER}{40}`, `${HEX}{32}`], names: ['datadog', 'dd'] },
  {
    id: 'sumologic',
    floor: 3,
    named: [`${ALNUM}{64}`],
    ids: [`su${ALNUM}{12}`],
    names: ['sumo', 'sumologic'],
  },
  { id: 'looker', floor: 3, named: [`${ALNUM}{24}`], ids: [`${ALNUM}{20}`] },
  { id: 'posthog', floor: 3, shapes: [`phx_${ALNUM}{43,48}`] },
];
