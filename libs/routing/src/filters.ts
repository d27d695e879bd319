import type {
  Candidate,
  Dispatcher,
  Endpoint,
  Operation,
  ResidencyFinding,
  RouteVerdict,
} from '#call';
import { isAllowed } from './allow-list.js';
import { idOf } from './endpoint-id.js';
import { ownKeyBeside } from './own-keys.js';
import { findResidency, isBlocked, type ResidencyQuestion } from './residency/find-residency.js';

/** What is asked of every endpoint that a name leads to. */
export interface Question extends ResidencyQuestion {
  /** Set when the caller named an alias. */
  readonly alias: string | null;
  readonly operation: Operation['kind'];
  /** What the call wants of a provider's own memory, as the path of a member. */
  readonly stored: string | undefined;
}

/** What the filters know beside the settings. */
export interface Surroundings extends Pick<Dispatcher, 'serves' | 'speaks'> {
  /** Can the endpoint be tried at all right now? */
  isServing(endpoint: Endpoint): boolean;
}

interface Filter {
  readonly name: 'allow_list' | 'capability' | 'residency' | 'own_key' | 'health';
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
    stops: ({ question: { workload, requested, alias }, endpoint }) =>
      !isAllowed(workload, requested ?? idOf(endpoint)) &&
      (alias === null || !isAllowed(workload, idOf(endpoint))),
  },
  {
    name: 'capability',
    verdict: 'not_capable',
    stops: ({ question: { operation, stored }, endpoint: { provider }, surroundings }) =>
      !surroundings.serves(operation, provider.family) ||
      (stored !== undefined && !surroundings.speaks('responses', provider)),
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
    name: 'health',
    verdict: 'unhealthy',
    stops: ({ endpoint, surroundings }) => !surroundings.isServing(endpoint),
  },
];

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
