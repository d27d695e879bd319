import { endpointOf, NO_HINTS, type Outcome, type LookedUpCall } from '#call';
import { Ids, SystemClock, SystemEntropy, type OrganisationId, type WorkloadId } from '#kernel';
import { NO_USAGE } from '#wire';
import * as some from '../../../../test/support/a-call.js';

/** Calls that have something to say in every member of an entry. */

const clock = new SystemClock();
const ids = new Ids(clock, new SystemEntropy());

export const aWorkloadId = (): WorkloadId => ids.workloadId();

export const aProvider = some.aProvider({ family: 'openai' });
export const anEndpoint = endpointOf(aProvider, some.aModel({ id: 'gpt-5' }));

export interface Owner {
  readonly organisationId: OrganisationId;
  readonly workloadId: WorkloadId;
}

export const anOwner = (): Owner => ({
  organisationId: ids.organisationId(),
  workloadId: ids.workloadId(),
});

export const aRoutedCall = (
  owner: Owner = anOwner(),
  change: Partial<LookedUpCall> = {},
): LookedUpCall => {
  const document = some.aDocument({ model: 'acme/gpt-5', messages: [] });
  return some.aRoutedCall({
    organisation: some.anOrganisation({ id: owner.organisationId }),
    workload: some.aWorkload({ id: owner.workloadId }),
    receivedAtMs: clock.nowMs(),
    startedMs: clock.monotonicMs(),
    requestedModel: 'acme/gpt-5',
    body: { kind: 'json', document },
    inspection: {
      mode: 'mask',
      action: 'masked',
      findings: { iban: 1, email: 2 },
      found: [
        { kind: 'email', subtype: null, action: 'mask', place: 'messages.user', count: 2 },
        { kind: 'iban', subtype: null, action: 'mask', place: 'messages.user', count: 1 },
      ],
      removeTerms: 0,
      marks: [],
      request: { kind: 'json', document },
      operation: { kind: 'chat', protocol: 'chat', hints: NO_HINTS },
    },
    route: some.aRoute([anEndpoint]),
    ...change,
  });
};

export function anOutcome(change: Partial<Outcome> = {}): Outcome {
  const usage = { ...NO_USAGE, inputTotal: 12, outputTotal: 34, reasoning: 5 };
  return some.anOutcome({
    attempts: [{ provider: 'acme', model: 'gpt-5', status: 200, transport: null, ms: 412.4 }],
    endpoint: anEndpoint,
    usage,
    ttftMs: 211.6,
    marks: [],
    latencyMs: 430.2,
    gatewayMs: 1.4,
    stepsMs: {},
    charge: {
      kind: 'settle',
      usage,
      usageSource: 'provider',
      nano: 700n,
      holdNano: 1_000n,
      overrunNano: 0n,
      priceVersion: 3,
      currency: 'EUR',
      basis: 'usage',
    },
    ...change,
  });
}
