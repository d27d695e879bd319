import type { Operation, ResidencyVerdict, RouteVerdict, Spender } from '#call';
import { GatewayError } from '#kernel';
import type { CallerProtocol } from '#wire';
import { chooseEndpoints, withVerdict } from './choose-endpoints.js';
import { idOf } from './endpoint-id.js';
import { FILTERS, type Surroundings } from './filters.js';
import { ownKeysFirst } from './own-keys.js';
import { residencyOf } from './residency/find-residency.js';
import { resolveModel } from './resolve-model.js';
import { withProvider } from './with-provider.js';

/** A request as far as its route goes by it. */
export interface RouteRequest {
  readonly model: string;
  /** The format that its caller speaks. */
  readonly format: CallerProtocol;
  readonly operation: Operation['kind'];
  /** It goes on with what a provider keeps, such as a stored response. */
  readonly usesStored: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface RouteExplanation {
  /** With its provider in front, where the format lets its clients leave that out. */
  readonly requested: string;
  readonly alias: string | null;
  readonly reason: string | null;
  readonly policy: { readonly name: string; readonly mode: string } | null;
  /** In the order in which they are tried. */
  readonly candidates: readonly ExplainedCandidate[];
  /** What would be tried, in this order. */
  readonly tried: readonly string[];
  /** Why the name leads nowhere; null where it leads somewhere. */
  readonly error: string | null;
}

export interface ExplainedCandidate {
  readonly endpoint: string;
  readonly zone: string;
  readonly guaranteed: boolean;
  readonly credential: 'own' | 'managed';
  readonly verdict: RouteVerdict;
  /** What the policy says, whether it is enforced or not. */
  readonly residency: ResidencyVerdict | null;
  /** Why it passes all the same. */
  readonly exception: string | null;
  /** Each filter in its order, up to the one that stops it. */
  readonly filters: readonly { readonly name: string; readonly passes: boolean }[];
}

/**
 * Every endpoint that a request would lead to, each filter that it passes, and the one that stops it. Where an
 * alias draws, its first target is taken as drawn.
 */
export function explainRoute(
  { organisation, workload }: Spender,
  { model, format, operation, usesStored, nowMs }: RouteRequest,
  surroundings: Surroundings,
): RouteExplanation {
  const requested = withProvider({ organisation, workload }, model.trim(), format);
  const inForce = residencyOf(organisation);
  const policy = inForce && { name: inForce.policy, mode: inForce.mode };
  try {
    const resolved = resolveModel({ organisation, workload }, requested, () => 0);
    const { alias, reason } = resolved;
    const stored = usesStored ? 'previous_response_id' : undefined;
    const question = { organisation, workload, requested, alias, operation, stored, nowMs };
    const endpoints = ownKeysFirst(organisation, resolved.endpoints, alias === null);
    const choice = chooseEndpoints(question, endpoints, surroundings);
    const candidates = choice.candidates.map((candidate): ExplainedCandidate => {
      const { endpoint, verdict, residency } = candidate;
      return {
        endpoint: idOf(endpoint),
        zone: endpoint.jurisdiction.zone,
        guaranteed: endpoint.jurisdiction.guaranteed,
        credential: endpoint.provider.credential,
        verdict,
        residency: residency?.verdict ?? null,
        exception: residency?.exception?.reason ?? null,
        filters: filtersUpTo(verdict),
      };
    });
    const tried = withVerdict(choice.candidates, 'chosen').map(idOf);
    return { requested, alias, reason, policy, candidates, tried, error: null };
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    const error = fault.message;
    return { requested, alias: null, reason: null, policy, candidates: [], tried: [], error };
  }
}

function filtersUpTo(verdict: RouteVerdict): ExplainedCandidate['filters'] {
  const stop = FILTERS.findIndex(({ verdict: said }) => said === verdict);
  const reached = stop === -1 ? FILTERS : FILTERS.slice(0, stop + 1);
  return reached.map(({ name }, at) => ({ name, passes: at !== stop }));
}
