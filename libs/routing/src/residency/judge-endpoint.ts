import {
  countriesOf,
  GLOBAL,
  LOCAL,
  possibleCountries,
  type AdequateCountry,
  type Jurisdiction,
  type ResidencyPolicy,
  type ResidencyVerdict,
} from '#call';

/**
 * May requests go there under the policy? One word for the first rule that an endpoint breaks; what is not
 * known of it counts as broken.
 * @param nowMs milliseconds since the epoch: decisions on countries begin and end
 */
export function judgeEndpoint(
  policy: ResidencyPolicy,
  facts: Jurisdiction,
  nowMs: number,
): ResidencyVerdict {
  const possible = possibleCountries(facts);
  if (isDenied(policy, possible)) return 'country_denied';
  if (facts.zone === LOCAL) return 'allowed'; // Nobody else's machine: there is no other operator.
  const allowsAnything = policy.allowZones.includes(GLOBAL);
  if (facts.source === 'none' && !allowsAnything) return 'undeclared_location';
  if (policy.requireGuaranteed && !facts.guaranteed) return 'not_guaranteed';
  if (!allowsAnything && !policy.allowZones.includes(facts.zone)) {
    const allowed = allowedCountries(policy, nowMs);
    if (!isWithin(possible, allowed)) {
      const listed = new Set([...allowed, ...policy.adequacy.map(({ country }) => country)]);
      return isWithin(possible, listed) ? 'adequacy_not_applicable' : 'zone_not_allowed';
    }
  }
  if (!passesOperatorRule(policy, facts)) return 'operator_denied';
  return keepsTooLong(policy, facts) ? 'retention_too_long' : 'allowed';
}

/**
 * What is to be tried before what else, by the policy's order: 0 is first. Of two with the same figure
 * nothing is said.
 */
export function rankOf(policy: ResidencyPolicy, facts: Jurisdiction, nowMs: number): number {
  const possible = possibleCountries(facts);
  const rank = policy.order.findIndex((word) => {
    if (word === 'local') return facts.zone === LOCAL;
    if (facts.zone === LOCAL) return false;
    if (word === 'adequate') return isWithin(possible, inForce(policy.adequacy, nowMs));
    return facts.zone === word || isWithin(possible, countriesOf(word) ?? new Set());
  });
  return rank === -1 ? policy.order.length : rank;
}

/** Where it may be anywhere it may be there, too. */
const isDenied = (
  { denyCountries }: ResidencyPolicy,
  possible: ReadonlySet<string> | null,
): boolean =>
  denyCountries.length > 0 &&
  (possible === null || denyCountries.some((country) => possible.has(country)));

const allowedCountries = (
  { allowZones, allowCountries, adequacy }: ResidencyPolicy,
  nowMs: number,
): ReadonlySet<string> =>
  new Set([
    ...allowZones.flatMap((zone) => [...(countriesOf(zone) ?? [])]),
    ...allowCountries,
    ...inForce(adequacy, nowMs),
  ]);

const inForce = (adequacy: readonly AdequateCountry[], nowMs: number): ReadonlySet<string> =>
  new Set(
    adequacy
      .filter(
        ({ applies, fromMs, untilMs }) =>
          applies && fromMs <= nowMs && nowMs < (untilMs ?? Infinity),
      )
      .map(({ country }) => country),
  );

/** All of them, and at least one. */
const isWithin = (possible: ReadonlySet<string> | null, allowed: ReadonlySet<string>): boolean =>
  possible !== null && possible.size > 0 && [...possible].every((country) => allowed.has(country));

function passesOperatorRule({ operatorRule: rule }: ResidencyPolicy, facts: Jurisdiction): boolean {
  if (rule.kind === 'any') return true;
  if (!facts.operator) return false;
  const { country, parentCountry } = facts.operator;
  const isIn = [country, parentCountry].map((code) => rule.countries.has(code));
  return rule.kind === 'in' ? isIn.every(Boolean) : !isIn.some(Boolean);
}

const LENGTH = { zero: 0, '30d': 1, unknown: 2, any: 2 } as const;

const keepsTooLong = ({ maxRetention }: ResidencyPolicy, { storage }: Jurisdiction): boolean =>
  LENGTH[storage.retention] > LENGTH[maxRetention];
