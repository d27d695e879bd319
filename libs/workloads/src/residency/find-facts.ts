import { GLOBAL, UNDECLARED, zoneOf, type Jurisdiction } from '#call';
import {
  CATALOGUE,
  type CatalogueRow,
  type FixedPlace,
  type Profile,
  type RegionalPlace,
} from './catalogue.js';

/** What the settings say of an endpoint that its facts are found by. */
export interface Placed {
  readonly baseUrl: string;
  readonly region: string | null;
  /** As its maker calls the kind: the SKU code of Azure, say. */
  readonly deployment: string | null;
}

export interface Facts {
  readonly row: CatalogueRow;
  readonly jurisdiction: Jurisdiction;
  /** Of models whose ids tell another kind of deployment, the first that fits. */
  readonly profiles: readonly { readonly ids: RegExp; readonly jurisdiction: Jurisdiction }[];
}

/** What the catalogue knows of an endpoint; undefined where it knows nothing. */
export function findFacts({ baseUrl, region, deployment }: Placed): Facts | undefined {
  const host = hostOf(baseUrl);
  for (const row of CATALOGUE) {
    if (!row.deployments.includes(deployment)) continue;
    const found = row.hosts.map((pattern) => matchHost(pattern, host)).find((one) => one !== null);
    if (found === undefined) continue;
    const place = isRegional(row.place)
      ? inRegion(row.place, found === '' ? region : found)
      : row.place;
    // A region that is not known is in no place that is.
    if (!place) return undefined;
    return {
      row,
      jurisdiction: jurisdictionOf(row, place, row.isGuaranteed),
      profiles: (row.profiles ?? []).map((profile) => ({
        ids: profile.ids,
        jurisdiction: ofProfile(row, profile),
      })),
    };
  }
  return undefined;
}

/** Kinds of deployment that may be named at this address; empty where there are none to name. */
export const deploymentsAt = (baseUrl: string): readonly string[] => {
  const host = hostOf(baseUrl);
  return CATALOGUE.filter(({ hosts }) =>
    hosts.some((pattern) => matchHost(pattern, host) !== null),
  ).flatMap(({ deployments }) => deployments.filter((kind) => kind !== null));
};

/** Does the catalogue need a region to know where this is? */
export const needsRegion = (deployment: string): boolean =>
  CATALOGUE.some(({ deployments, place }) => deployments.includes(deployment) && isRegional(place));

const isRegional = (place: CatalogueRow['place']): place is RegionalPlace => 'regions' in place;

/** Empty for what is no https address: a fact is about who answers there, which TLS alone proves. */
function hostOf(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  return url?.protocol === 'https:' ? url.hostname : '';
}

/** @returns the region that the host names, empty where the pattern has none; null where it does not fit */
function matchHost(pattern: string, host: string): string | null {
  if (pattern.startsWith('*.')) {
    return host.length > pattern.length - 1 && host.endsWith(pattern.slice(1)) ? '' : null;
  }
  const [before = '', after] = pattern.split('{region}');
  if (after === undefined) return host === pattern ? '' : null;
  const isInside = host.length > before.length + after.length;
  if (!isInside || !host.startsWith(before) || !host.endsWith(after)) return null;
  return host.slice(before.length, host.length - after.length);
}

function inRegion({ regions, within }: RegionalPlace, region: string | null): FixedPlace | null {
  const country = region === null ? undefined : regions.get(region);
  if (country === undefined) return null;
  const zone = zoneOf(country);
  if (within === 'country') return { zone, countries: [country] };
  return zone === 'EU' || zone === 'US' ? { zone } : null;
}

const jurisdictionOf = (
  { operator, retention, evidence }: CatalogueRow,
  { zone, countries = [] }: FixedPlace,
  guaranteed: boolean,
): Jurisdiction => ({
  zone,
  countries,
  guaranteed,
  storage: { zone: guaranteed ? zone : GLOBAL, retention },
  operator,
  evidence,
  source: 'catalogue',
});

const ofProfile = (row: CatalogueRow, { place }: Profile): Jurisdiction =>
  place
    ? jurisdictionOf(row, place, place.isGuaranteed)
    : { ...UNDECLARED, operator: row.operator };
