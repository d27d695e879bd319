import { countriesOf, GLOBAL, inIso, isCountry, LOCAL, ZONE_WORDS } from '#call';
import { didYouMean } from '#kernel';
import { deploymentsAt, needsRegion } from '../residency/find-facts.js';
import type { LocationDto, ResidencyDto } from './residency.dto.js';
import type { ProviderDto, SettingsFile } from './settings-file.dto.js';
import { when } from './when.js';

/** Places that there are not, rules that collide, and kinds of deployment that an address does not have. */
export function findResidencyFaults({ organisation, providers }: SettingsFile): string[] {
  const { residency } = organisation;
  const zones = new Set([
    ...ZONE_WORDS,
    ...providers.flatMap(({ location }) => location.zone ?? []),
  ]);
  return [
    ...policyFaults('organisation.residency', residency, zones),
    ...providers.flatMap((provider) => {
      const where = `providers.${provider.name}`;
      return [
        ...deploymentFaults(where, provider),
        ...locationFaults(`${where}.location`, provider.location),
      ];
    }),
  ];
}

function policyFaults(
  where: string,
  policy: ResidencyDto,
  zones: ReadonlySet<string>,
): readonly string[] {
  const { operator, order, allow_zones: allowed = [] } = policy;
  return [
    ...allowed.flatMap((zone) => zoneFault(`${where}.allow_zones`, zone, zones)),
    ...countryFaults(`${where}.allow_countries`, policy.allow_countries),
    ...countryFaults(`${where}.deny_countries`, policy.deny_countries),
    ...countryFaults(
      `${where}.adequate_countries`,
      policy.adequate_countries.map(({ country }) => country),
    ),
    ...when(
      operator?.in !== undefined && operator.not_in !== undefined,
      `${where}.operator: give either in or not_in`,
    ),
    ...[...(operator?.in ?? []), ...(operator?.not_in ?? [])].flatMap((place) =>
      when(
        !countriesOf(place) || place === LOCAL,
        `${where}.operator: ${place} is neither a zone of countries nor a country`,
      ),
    ),
    ...order.flatMap((word) =>
      word === 'local' || word === 'adequate'
        ? []
        : zoneFault(`${where}.order`, word, new Set([...zones, 'local', 'adequate'])),
    ),
  ];
}

const zoneFault = (where: string, zone: string, zones: ReadonlySet<string>): string[] =>
  when(
    !zones.has(zone) && !isCountry(inIso(zone)),
    `${where}: ${zone} is neither a zone, nor a country, nor where a provider of this file is${didYouMean(zone, zones)}`,
  );

const countryFaults = (where: string, countries: readonly string[]): string[] =>
  countries.flatMap((country) =>
    when(!isCountry(inIso(country)), `${where}: ${country} is not the code of a country`),
  );

function locationFaults(where: string, location: LocationDto): string[] {
  const { zone, countries = [], operator } = location;
  const members =
    zone === undefined || zone === GLOBAL || zone === LOCAL ? null : countriesOf(zone);
  return [
    ...countryFaults(`${where}.countries`, countries),
    ...countries.flatMap((country) =>
      when(
        members?.has(inIso(country)) === false,
        `${where}.countries: ${country} is not in ${zone}`,
      ),
    ),
    ...countryFaults(
      `${where}.operator`,
      [operator?.country, operator?.parent_country].filter((code) => code !== undefined),
    ),
  ];
}

function deploymentFaults(
  where: string,
  { base_url: address, deployment, region }: ProviderDto,
): string[] {
  if (deployment === undefined) return [];
  const kinds = deploymentsAt(address);
  return [
    ...when(
      kinds.length === 0,
      `${where}.deployment: of no use at ${address}, whose deployments are all of one kind`,
    ),
    ...when(
      kinds.length > 0 && !kinds.includes(deployment),
      `${where}.deployment: ${address} has no ${deployment}; there are ${kinds.join(', ')}${didYouMean(deployment, kinds)}`,
    ),
    ...when(
      kinds.includes(deployment) && needsRegion(deployment) && region === undefined,
      `${where}.region: ${deployment} needs it to tell where it processes, as in swedencentral`,
    ),
  ];
}
