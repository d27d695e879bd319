import type { Retention } from './jurisdiction.js';

/** Where an organisation's requests may be processed, and by whom. */
export interface ResidencyPolicy {
  /** `report` lets everything pass and records what it would have said. */
  readonly mode: 'off' | 'report' | 'enforce';
  /** As refusals and the log call it: that of its preset, or `custom`. */
  readonly name: string;
  /** Zones, or places of an organisation's own; `GLOBAL` allows anything. */
  readonly allowZones: readonly string[];
  /** ISO 3166. */
  readonly allowCountries: readonly string[];
  /** Nothing that may be processed there passes, whatever else is allowed. */
  readonly denyCountries: readonly string[];
  /** Countries that count as allowed while their decision holds; empty where none do. */
  readonly adequacy: readonly AdequateCountry[];
  readonly operatorRule: OperatorRule;
  readonly requireGuaranteed: boolean;
  /** The longest that may be kept; `any` where that is no matter. */
  readonly maxRetention: 'any' | Exclude<Retention, 'unknown'>;
  readonly blockStatus: 403 | 451;
  /** Zones, countries, `local` and `adequate`: what is tried first; empty leaves an alias its own order. */
  readonly order: readonly string[];
}

/** A decision that a country protects personal data well enough (Article 45 of the GDPR). */
export interface AdequateCountry {
  /** ISO 3166. */
  readonly country: string;
  /** Milliseconds since the epoch. */
  readonly fromMs: number;
  /** Null for a decision without an end. */
  readonly untilMs: number | null;
  /** Whom it is about, in words. */
  readonly scope: string;
  /** False for one that is listed and does not count until somebody says so. */
  readonly applies: boolean;
}

/** Of who runs the endpoint and who owns that: both must be in, or out of, these countries. */
export type OperatorRule =
  | { readonly kind: 'any' }
  | { readonly kind: 'in' | 'not_in'; readonly countries: ReadonlySet<string> };

export type ResidencyVerdict =
  | 'allowed'
  | 'zone_not_allowed'
  | 'country_denied'
  | 'not_guaranteed'
  | 'operator_denied'
  | 'retention_too_long'
  | 'adequacy_not_applicable'
  | 'undeclared_location';

/** Lets a workload past the policy for a while, on record. */
export interface ResidencyException {
  /** As allow-lists have them; empty for every model. */
  readonly models: readonly string[];
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
}
