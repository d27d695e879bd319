import { inIso, LOCAL, UNDECLARED, type Jurisdiction, type Operator, type Provider } from '#call';
import { commandIn } from '#platform';
import type { LocationDto } from '../settings-file/residency.dto.js';
import { findFacts, type Placed } from './find-facts.js';

export type Located = Pick<Provider, 'jurisdiction' | 'profiles' | 'priceMultiplier'>;

/**
 * Where an endpoint processes, and what that costs: as declared, else as the catalogue has it, else
 * nowhere that is known.
 * @param multiplier that the settings name
 */
export function locate(
  placed: Placed,
  declared: LocationDto,
  multiplier: string | undefined,
): Located {
  const facts = findFacts(placed);
  const unknown = commandIn(placed.baseUrl) === undefined ? UNDECLARED : OF_MACHINE;
  return {
    jurisdiction: withDeclared(facts?.jurisdiction ?? unknown, declared),
    profiles: facts?.profiles ?? [],
    priceMultiplier: multiplier ?? facts?.row.priceMultiplier ?? '1',
  };
}

/** A program of this machine; whom it asks in turn, only whoever allowed it can know. */
const OF_MACHINE: Jurisdiction = { ...UNDECLARED, zone: LOCAL, source: 'catalogue' };

/** A zone that is declared stands for itself; anything else is said of the catalogue's. */
function withDeclared(known: Jurisdiction, declared: LocationDto): Jurisdiction {
  const { zone, countries, guaranteed, storage, operator } = declared;
  const isOther = zone !== undefined && inIso(zone) !== known.zone;
  const place: Jurisdiction = isOther
    ? { ...UNDECLARED, zone: inIso(zone), operator: known.operator }
    : known;
  const isSaid = [zone, guaranteed, storage, operator].some((said) => said !== undefined);
  return {
    ...place,
    ...(countries && countries.length > 0 && { countries: countries.map(inIso) }),
    ...(guaranteed !== undefined && { guaranteed }),
    ...(storage && { storage: { zone: inIso(storage.zone), retention: storage.retention } }),
    ...(operator && { operator: toOperator(operator) }),
    source:
      zone !== undefined || (isSaid && known.source !== 'none') ? 'organisation' : known.source,
  };
}

const toOperator = ({
  name,
  country,
  parent_country: parent,
}: NonNullable<LocationDto['operator']>): Operator => ({
  name,
  country: inIso(country),
  parentCountry: inIso(parent ?? country),
});
