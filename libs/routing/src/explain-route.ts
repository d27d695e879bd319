import {
  AUTO_NAME,
  chooseAuto,
  NO_FEATURES,
  tiersFrom,
  type Alias,
  type AutoChoice,
  type AutoPolicy,
  type Operation,
  type PriceList,
  type RequestReading,
  type ResidencyVerdict,
  type RouteVerdict,
  type Spender,
} from '#call';
import { GatewayError } from '#kernel';
import type { CallerProtocol } from '#wire';
import { aliasTo } from './auto/auto-route.js';
import { autoWords } from './auto/auto-words.js';
import { rankModels } from './auto/rank-models.js';
import { chooseEndpoints, withVerdict } from './choose-endpoints.js';
import { idOf } from './endpoint-id.js';
import { FILTERS, type Surroundings } from './filters.js';
import { ownKeysFirst } from './own-keys.js';
import { residencyOf } from './residency/find-residency.js';
import { aliasOf, decisionKindOf, resolveModel } from './resolve-model.js';
import { withProvider } from './with-provider.js';

/** A request as far as its route goes by it. */
export interface RouteRequest {
  readonly model: string;
  /** The format that its caller speaks. */
  readonly format: CallerProtocol;
  readonly operation: Operation['kind'];
  /** It goes on with what a provider keeps, such as a stored response. */
  readonly usesStored: boolean;
  /** Of a call to `gw/auto`, what the router read of its text; null where nobody did. */
  readonly reading: RequestReading | null;
  /** The same, about how many tokens it has. */
  readonly promptTokens: number;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface RouteExplanation {
  /** With its provider in front, where the format lets its clients leave that out. */
  readonly requested: string;
  readonly alias: string | null;
  readonly reason: string | null;
  readonly policy: { readonly name: string; readonly mode: string } | null;
  /** Of a call to `gw/auto`: where it goes, and why in words. */
  readonly auto:
    | (Pick<AutoChoice, 'route' | 'demand'> & { readonly why: readonly string[] })
    | null;
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
  request: RouteRequest,
  { prices, ...surroundings }: Surroundings & { readonly prices: Pick<PriceList, 'costOf'> },
): RouteExplanation {
  const { model, format, operation, usesStored, nowMs } = request;
  const requested = withProvider({ organisation, workload }, model.trim(), format);
  const inForce = residencyOf(organisation);
  const chosen = chosenBy({ organisation, workload }, requested, request);
  const made = chosen && aliasFor(organisation, chosen, request, prices);
  const auto = chosen && {
    route: chosen.choice.route,
    demand: chosen.choice.demand,
    why: autoWords(chosen.choice, chosen.policy, request.reading),
  };
  const policy = inForce && { name: inForce.policy, mode: inForce.mode };
  try {
    const resolved = resolveModel(
      { organisation, workload },
      requested,
      () => 0,
      made ?? undefined,
    );
    const { alias } = resolved;
    const reason = made ? 'auto' : resolved.reason;
    const stored = usesStored ? 'previous_response_id' : undefined;
    const asks =
      operation === 'decide' ? decisionKindOf({ organisation, workload }, requested) : undefined;
    const needs = made ? { features: [], tokens: request.promptTokens } : null;
    const question = {
      organisation,
      workload,
      requested,
      alias,
      operation,
      asks,
      stored,
      needs,
      nowMs,
    };
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
    return { requested, alias, reason, policy, auto, candidates, tried, error: null };
  } catch (fault) {
    if (!(fault instanceof GatewayError)) throw fault;
    const error = fault.message;
    const none = { alias: null, reason: null, candidates: [], tried: [] };
    return { requested, policy, auto, ...none, error };
  }
}

interface Chosen {
  readonly policy: AutoPolicy;
  readonly choice: AutoChoice;
}

/** Null where another model is asked, or `gw/auto` leads nowhere. */
function chosenBy(
  spender: Spender,
  requested: string,
  { reading, promptTokens }: RouteRequest,
): Chosen | null {
  const policy = spender.organisation.auto;
  if (requested !== AUTO_NAME || !policy || aliasOf(spender, requested)) return null;
  const features = { ...NO_FEATURES, promptTokens };
  return { policy, choice: chooseAuto({ reading, features, before: null }, policy) };
}

const aliasFor = (
  organisation: Spender['organisation'],
  { policy, choice }: Chosen,
  { promptTokens: inputTokens }: RouteRequest,
  prices: Pick<PriceList, 'costOf'>,
): Alias =>
  aliasTo(
    rankModels(
      organisation,
      tiersFrom(policy, choice),
      { inputTokens, outputTokensMax: null },
      { prices, before: null },
    ),
  );

function filtersUpTo(verdict: RouteVerdict): ExplainedCandidate['filters'] {
  const stop = FILTERS.findIndex(({ verdict: said }) => said === verdict);
  const reached = stop === -1 ? FILTERS : FILTERS.slice(0, stop + 1);
  return reached.map(({ name }, at) => ({ name, passes: at !== stop }));
}
