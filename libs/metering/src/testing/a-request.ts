import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { anOrganisation, aWorkload } from '../../../../test/support/a-call.js';
import type { AdmissionRequest } from '../admission/admission-request.js';
import { countersOf, onCredit } from '../admission/counters.js';

const ids = new Ids(new SystemClock(), new SystemEntropy());

export interface Asking {
  readonly holdNano?: bigint;
  readonly tokens?: number;
}

/** A workload under limits, and the calls that it makes. */
export function aCaller(
  workload: Parameters<typeof aWorkload>[0] = {},
  organisation: Parameters<typeof anOrganisation>[0] = {},
) {
  const owner = { organisation: anOrganisation(organisation), workload: aWorkload(workload) };
  const counters = countersOf(owner.organisation, owner.workload, Date.parse('2026-11-20'));
  const request = ({ holdNano = 1n, tokens = 0 }: Asking = {}): AdmissionRequest => ({
    id: ids.callId(),
    organisationId: owner.organisation.id,
    workloadId: owner.workload.id,
    holdNano,
    counters,
    otherwise: onCredit(counters, owner.organisation),
    rpm: owner.workload.rpm,
    tpm: owner.workload.tpm,
    tokens,
    priceVersion: null,
    context: '{}',
    progressNano: 0n,
  });
  return { ...owner, counters, request };
}

/** A budget in the ledger's currency, over all time. */
export const aBudget = (nano: bigint) => ({
  budget: { nano, period: 'total', mode: 'adaptive' } as const,
});
