import { possibleCountries, type Jurisdiction } from './jurisdiction.js';
import { countriesOf, LOCAL } from './zones.js';

/**
 * Was an answer processed outside of what the contract with its endpoint guarantees? An endpoint that
 * guarantees nothing may process anywhere. A geography that nobody knows is none that was promised.
 * @param geography as the provider told it: `us`, `global`
 */
export function isElsewhere(promised: Jurisdiction, geography: string): boolean {
  if (!promised.guaranteed || promised.zone === LOCAL) return false;
  const possible = possibleCountries(promised);
  if (possible === null) return false;
  const told = countriesOf(geography.toUpperCase());
  return told === null || [...told].some((country) => !possible.has(country));
}
