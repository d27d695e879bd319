import {
  countriesOf,
  inIso,
  type AdequateCountry,
  type OperatorRule,
  type ResidencyException,
  type ResidencyPolicy,
} from '#call';
import type { ResidencyDto } from '../settings-file/residency.dto.js';
import type { WorkloadDto } from '../settings-file/settings-file.dto.js';
import { shippedDecisions } from './adequacy.js';
import { presetOf } from './presets.js';

/** Settings that an earlier release stored say the mode alone. */
type Stored = Pick<ResidencyDto, 'mode'> & Partial<ResidencyDto>;

/** The policy that the settings declare: a preset, and whatever is set beside it. */
export function buildPolicy({ mode, preset: word = 'eu', ...set }: Stored): ResidencyPolicy {
  const preset = presetOf(word);
  const { adequacy = preset.adequacy, adequate_countries: decisions = [] } = set;
  return {
    mode,
    name: isChanged(set) ? 'custom' : preset.name,
    allowZones: (set.allow_zones ?? preset.allowZones).map(inIso),
    allowCountries: (set.allow_countries ?? []).map(inIso),
    denyCountries: (set.deny_countries ?? []).map(inIso),
    adequacy: adequacy === 'list' ? adequateOf(decisions) : [],
    operatorRule: operatorRuleOf(set.operator ?? { in: [...(preset.operatorIn ?? [])] }),
    requireGuaranteed: set.require_guaranteed ?? preset.requireGuaranteed,
    maxRetention: set.max_retention ?? 'any',
    blockStatus: set.block_status ?? 403,
    order: set.order ?? [],
  };
}

/** Is anything set that changes what the preset allows? */
const isChanged = (set: Omit<Stored, 'mode' | 'preset'>): boolean =>
  set.allow_zones !== undefined ||
  set.adequacy !== undefined ||
  set.operator !== undefined ||
  set.require_guaranteed !== undefined ||
  (set.max_retention ?? 'any') !== 'any' ||
  [set.allow_countries, set.deny_countries, set.adequate_countries].some((list) => list?.length);

function adequateOf(declared: ResidencyDto['adequate_countries']): readonly AdequateCountry[] {
  const own = declared.map(({ country, from, until, scope, applies }) => ({
    country: inIso(country),
    fromMs: Date.parse(from),
    untilMs: until === undefined ? null : Date.parse(until),
    scope: scope ?? '',
    applies,
  }));
  const named = new Set(own.map(({ country }) => country));
  return [...shippedDecisions().filter(({ country }) => !named.has(country)), ...own];
}

function operatorRuleOf(rule: NonNullable<ResidencyDto['operator']>): OperatorRule {
  const places = rule.in?.length ? rule.in : (rule.not_in ?? []);
  if (places.length === 0) return { kind: 'any' };
  const countries = new Set(places.flatMap((place) => [...(countriesOf(place) ?? [])]));
  return { kind: rule.in?.length ? 'in' : 'not_in', countries };
}

/** Rows of a release before have none. */
export const residencyExceptionsOf = ({
  residency,
}: Partial<Pick<WorkloadDto, 'residency'>>): readonly ResidencyException[] =>
  (residency?.exceptions ?? []).map(({ models, reason, until }) => ({
    models,
    reason,
    untilMs: Date.parse(until),
  }));
