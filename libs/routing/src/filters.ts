import {
  isDoneBy,
  isLocal,
  ROUTER_MODEL,
  type Candidate,
  type Dispatcher,
  type Endpoint,
  type ModelFeature,
  type Operation,
  type ResidencyFinding,
  type RouteVerdict,
  type Workload,
} from '#call';
import type { DecisionKind } from '#wire';
import { isAllowed, isNamed } from './allow-list.js';
import { idOf } from './endpoint-id.js';
import { ownKeyBeside } from './own-keys.js';
import { findResidency, isBlocked, type ResidencyQuestion } from './residency/find-residency.js';

/** What is asked of every endpoint that a name leads to. */
export interface Question extends ResidencyQuestion {
  readonly workload: Workload;
  /** Set when the caller named an alias. */
  readonly alias: string | null;
  readonly operation: Operation['kind'];
  /** Of a typed decision, what it is read for. */
  readonly asks: DecisionKind | undefined;
  /** What the call wants of a provider's own memory, as the path of a member. */
  readonly stored: string | undefined;
  /** Of a call whose model nobody has named: a name that was chosen is tried, whatever is asked of it. */
  readonly needs: Needs | null;
}

export interface Needs {
  readonly features: readonly ModelFeature[];
  /** Of the request, and of the answer that its caller allows. */
  readonly tokens: number;
}

/** Of a window; the count is an estimate. */
const WINDOW_SHARE = 0.9;

/** What the filters know beside the settings. */
export interface Surroundings extends Pick<Dispatcher, 'serves' | 'speaks'> {
  /** Can the endpoint be tried at all right now? */
  isServing(endpoint: Endpoint): boolean;
}

interface Filter {
  readonly name:
    | 'allow_list'
    | 'enabled'
    | 'capability'
    | 'own_name'
    | 'features'
    | 'context'
    | 'residency'
    | 'own_key'
    | 'pause'
    | 'health';
  /** What it says of an endpoint that it stops. */
  readonly verdict: RouteVerdict;
  readonly stops: (asked: Asked) => boolean;
}

interface Asked {
  readonly question: Question;
  readonly endpoint: Endpoint;
  readonly surroundings: Surroundings;
  readonly residency: ResidencyFinding | null;
}

/** In the order in which they are asked; the first that stops an endpoint says why it is not tried. */
export const FILTERS: readonly Filter[] = [
  {
    name: 'allow_list',
    verdict: 'not_allowed',
    // A listed alias may lead anywhere; one that is not listed, to models that are.
    // Tools are granted by name, and by their own list.
    stops: ({ question: { workload, requested, alias, operation }, endpoint }) =>
      operation === 'tool'
        ? !isNamed(workload.tools, requested ?? '')
        : !isAllowed(workload, requested ?? idOf(endpoint)) &&
          (alias === null || !isAllowed(workload, idOf(endpoint))),
  },
  {
    name: 'enabled',
    verdict: 'provider_disabled',
    stops: ({ endpoint }) => !endpoint.provider.isEnabled,
  },
  {
    name: 'capability',
    verdict: 'not_capable',
    stops: ({ question: { operation, stored, asks }, endpoint, surroundings }) =>
      !surroundings.serves(operation, endpoint.provider.family) ||
      (isLocal(endpoint) && !isDoneBy(endpoint, operation)) ||
      !answers(endpoint, asks) ||
      (stored !== undefined && !surroundings.speaks('responses', endpoint.provider)),
  },
  {
    name: 'own_name',
    verdict: 'named_only',
    stops: ({ question: { operation, alias }, endpoint }) =>
      operation === 'decide' &&
      !isLocal(endpoint) &&
      (alias !== null || endpoint.provider.credential !== 'own'),
  },
  {
    name: 'features',
    verdict: 'lacks_feature',
    stops: ({ question: { needs }, endpoint: { model } }) =>
      needs?.features.some((feature) => model?.supports?.has(feature) === false) ?? false,
  },
  {
    name: 'context',
    verdict: 'context_too_small',
    stops: ({ question: { needs }, endpoint: { model } }) =>
      needs !== null && needs.tokens > (model?.contextTokens ?? Infinity) * WINDOW_SHARE,
  },
  {
    name: 'residency',
    verdict: 'residency_blocked',
    stops: ({ question, residency }) => isBlocked(question.organisation, residency),
  },
  {
    name: 'own_key',
    verdict: 'own_key_first',
    stops: ({ question: { organisation, alias }, endpoint: { provider } }) =>
      alias !== null &&
      provider.credential === 'managed' &&
      ownKeyBeside(organisation, provider)?.fallback === 'none',
  },
  {
    name: 'pause',
    verdict: 'paused',
    stops: ({ endpoint: { provider, model } }) =>
      provider.paused.has('') || (model !== null && provider.paused.has(model.id)),
  },
  {
    name: 'health',
    verdict: 'unhealthy',
    stops: ({ endpoint, surroundings }) => !surroundings.isServing(endpoint),
  },
];

/** A router brings its own questions, and no other model answers those. */
const answers = ({ provider, model }: Endpoint, asks: DecisionKind | undefined): boolean =>
  asks === undefined || (asks === 'router') === (isLocal({ provider }) && model === ROUTER_MODEL);

/** Whether an endpoint is tried, and if not, which filter stopped it. */
export function judgeCandidate(
  question: Question,
  endpoint: Endpoint,
  surroundings: Surroundings,
): Candidate {
  const residency = findResidency(question, endpoint);
  const asked = { question, endpoint, surroundings, residency };
  const stopping = FILTERS.find(({ stops }) => stops(asked));
  return { endpoint, verdict: stopping?.verdict ?? 'chosen', residency };
}
