import { countriesOf, GLOBAL } from './zones.js';

/**
 * Where an endpoint processes, what it keeps, and under whose law its operator stands. A property of the
 * address and the kind of deployment, never of a provider's or a model's name.
 */
export interface Jurisdiction {
  /** `EU`, `EEA`, `EEA+CH`, a country, `LOCAL`, `GLOBAL`, or a place of its own. */
  readonly zone: string;
  /** ISO 3166; empty where nothing narrower than the zone is known. */
  readonly countries: readonly string[];
  /** By contract, not only as a rule. */
  readonly guaranteed: boolean;
  readonly storage: Storage;
  /** Null where nobody says. */
  readonly operator: Operator | null;
  /** What it rests on; null where an organisation declares it, or nobody does. */
  readonly evidence: Evidence | null;
  readonly source: 'catalogue' | 'organisation' | 'none';
}

export type Retention = 'zero' | '30d' | 'unknown';

export interface Storage {
  readonly zone: string;
  readonly retention: Retention;
}

export interface Operator {
  readonly name: string;
  /** ISO 3166, of who runs the endpoint. */
  readonly country: string;
  /** The same of who owns it in the end. */
  readonly parentCountry: string;
}

export interface Evidence {
  readonly url: string;
  /** A date, as in 2026-11-23. */
  readonly checkedOn: string;
}

/** Of an endpoint that nobody says anything of. */
export const UNDECLARED: Jurisdiction = {
  zone: GLOBAL,
  countries: [],
  guaranteed: false,
  storage: { zone: GLOBAL, retention: 'unknown' },
  operator: null,
  evidence: null,
  source: 'none',
};

/** Every country that a request may be processed in; null where that may be any. */
export const possibleCountries = ({ zone, countries }: Jurisdiction): ReadonlySet<string> | null =>
  countries.length > 0 ? new Set(countries) : countriesOf(zone);
