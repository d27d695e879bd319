import {
  isLocal,
  type Endpoint,
  type Organisation,
  type ResidencyFinding,
  type RouteResidency,
  type Workload,
} from '#call';
import { isNamed } from '../allow-list.js';
import { idOf } from '../endpoint-id.js';
import { judgeEndpoint } from './judge-endpoint.js';

/** Whom a policy is asked for, and when. */
export interface ResidencyQuestion {
  readonly organisation: Organisation;
  readonly workload: Pick<Workload, 'residencyExceptions'>;
  /** As it was asked for, its provider in front; null on paths that name none. */
  readonly requested: string | null;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The policy that is in force; null where it is off. */
export const residencyOf = ({ residency }: Organisation): RouteResidency | null =>
  residency.mode === 'off' ? null : { mode: residency.mode, policy: residency.name };

/**
 * What the policy says of an endpoint, and what lets the workload past it; null where it is off, and of what
 * never leaves this machine.
 */
export function findResidency(
  { organisation, workload, requested, nowMs }: ResidencyQuestion,
  endpoint: Endpoint,
): ResidencyFinding | null {
  const { residency } = organisation;
  if (residency.mode === 'off' || isLocal(endpoint)) return null;
  const verdict = judgeEndpoint(residency, endpoint.jurisdiction, nowMs);
  if (verdict === 'allowed') return { verdict, exception: null };
  const names = [idOf(endpoint), ...(requested === null ? [] : [requested])];
  const exception = workload.residencyExceptions.find(
    ({ models, untilMs }) =>
      nowMs < untilMs && (models.length === 0 || names.some((name) => isNamed(models, name))),
  );
  return { verdict, exception: exception ?? null };
}

/** Does the policy keep the call from this endpoint? */
export const isBlocked = ({ residency }: Organisation, finding: ResidencyFinding | null): boolean =>
  residency.mode === 'enforce' &&
  finding !== null &&
  finding.verdict !== 'allowed' &&
  finding.exception === null;
