import { PolicyRefusal, type Candidate, type Organisation, type ResidencyPolicy } from '#call';

const CONSIDERED_MAX = 16; // An alias of aliases may lead to hundreds; these tell why.

/**
 * No endpoint that could serve the call may. @param asked the model, as its caller wrote it
 * @param candidates all of them; those that the policy blocks are told
 */
export function residencyRefusal(
  organisation: Organisation,
  asked: string | null,
  candidates: readonly Candidate[],
): PolicyRefusal {
  const { residency } = organisation;
  const blocked = candidates.filter(({ verdict }) => verdict === 'residency_blocked');
  const told = blocked.slice(0, CONSIDERED_MAX);
  const what = asked === null ? 'this path' : `'${asked}'`;
  const considered = told.map(inWords).join(', ');
  return new PolicyRefusal(
    'residency_blocked',
    {
      message: `Blocked by residency policy: no allowed jurisdiction serves ${what}. Policy allows ${policyInWords(residency)}. Considered: ${considered}.`,
      ...(asked !== null && { param: 'model' }),
      status: residency.blockStatus,
      gw: {
        policy: residency.name,
        considered: told.map(({ endpoint, residency: finding }) => ({
          endpoint: endpoint.provider.name,
          ...(endpoint.model && { model: endpoint.model.id }),
          zone: endpoint.jurisdiction.zone,
          verdict: finding?.verdict,
        })),
      },
    },
    { residency: { mode: 'enforce', policy: residency.name, candidates: told } },
  );
}

const VERDICTS = {
  allowed: 'allowed',
  zone_not_allowed: 'not allowed',
  country_denied: 'denied',
  not_guaranteed: 'not guaranteed',
  operator_denied: "its operator's law is not allowed",
  retention_too_long: 'kept for too long',
  adequacy_not_applicable: 'its adequacy decision does not apply',
  undeclared_location: 'no location declared',
} as const;

const inWords = ({ endpoint, residency }: Candidate): string =>
  `${endpoint.provider.name} (${endpoint.jurisdiction.zone}, ${VERDICTS[residency?.verdict ?? 'allowed']})`;

function policyInWords(policy: ResidencyPolicy): string {
  const adequate = policy.adequacy.length > 0 ? ['countries with an adequacy decision'] : [];
  const places = [...policy.allowZones, ...policy.allowCountries, ...adequate].join(', ');
  const ends = [
    ...(policy.requireGuaranteed ? ['with guaranteed processing'] : []),
    ...(policy.operatorRule.kind === 'any' ? [] : ['by operators of allowed countries']),
    ...(policy.maxRetention === 'any' ? [] : [`kept for ${policy.maxRetention} at most`]),
  ];
  return [places === '' ? 'no place' : places, ...ends].join(' ');
}
