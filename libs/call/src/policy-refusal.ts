import { GatewayError, type ErrorDetails, type ErrorKey } from '#kernel';
import type { Candidate, Inspection, RouteResidency } from './call.js';
import type { ScopeFinding } from './scope.js';

/** What a step knew when a policy of its own turned a call away: for the log, which says why. */
export interface RefusalFacts {
  readonly protection?: Pick<
    Inspection,
    'action' | 'engine' | 'findings' | 'found' | 'removeTerms'
  >;
  readonly scope?: ScopeFinding;
  readonly residency?: RouteResidency & { readonly candidates: readonly Candidate[] };
}

/** A refusal by a policy, with what the log says of it beside the error. */
export class PolicyRefusal extends GatewayError {
  constructor(
    key: ErrorKey,
    details: ErrorDetails,
    readonly facts: RefusalFacts,
  ) {
    super(key, details);
    this.name = 'PolicyRefusal';
  }
}
