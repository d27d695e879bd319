/**
 * Places as policies and facts name them: a zone is a set of countries, `LOCAL` the operator's own machines,
 * `GLOBAL` anywhere. Any other word of a settings file is a place of its own, which nothing else lies in.
 */

const codes = (words: string): readonly string[] => words.split(' ');

/** The members of the European Union, ISO 3166. */
const EU = codes(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
);
const EEA = [...EU, 'IS', 'LI', 'NO'];

export const LOCAL = 'LOCAL';
export const GLOBAL = 'GLOBAL';

const ZONES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [LOCAL, new Set<string>()],
  ['EU', new Set(EU)],
  ['EEA', new Set(EEA)],
  ['EEA+CH', new Set([...EEA, 'CH'])],
]);

export const ZONE_WORDS: readonly string[] = [...ZONES.keys(), GLOBAL];

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Groups of countries that have a code of their own there. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'ZZ']);
const COUNTRY = /^[A-Z]{2}$/;

export const isCountry = (word: string): boolean =>
  COUNTRY.test(word) && !NO_COUNTRIES.has(word) && NAMES.of(word) !== undefined;

/** People write UK, the standard has GB. */
export const inIso = (word: string): string => (word === 'UK' ? 'GB' : word);

/** The countries that a zone may mean; null where that is anywhere, or a place of its own. */
export function countriesOf(zone: string): ReadonlySet<string> | null {
  const iso = inIso(zone);
  return ZONES.get(iso) ?? (isCountry(iso) ? new Set([iso]) : null);
}

/** The narrowest zone with a name that a country lies in. */
export function zoneOf(country: string): string {
  if (EU.includes(country)) return 'EU';
  return EEA.includes(country) ? 'EEA' : country;
}
