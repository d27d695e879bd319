import type { Candidate, Endpoint, RouteVerdict } from '#call';
import { judgeCandidate, type Question, type Surroundings } from './filters.js';
import { rankOf } from './residency/judge-endpoint.js';

export interface Choice {
  /** In the order in which they would be tried. */
  readonly candidates: readonly Candidate[];
  readonly endpoints: readonly Endpoint[];
}

/** Asks every filter of every endpoint; what the residency policy prefers comes first. */
export function chooseEndpoints(
  question: Question,
  endpoints: readonly Endpoint[],
  surroundings: Surroundings,
): Choice {
  const judged = endpoints.map((endpoint) => judgeCandidate(question, endpoint, surroundings));
  const { residency } = question.organisation;
  const isSorted = residency.mode === 'enforce' && residency.order.length > 0;
  const candidates = isSorted
    ? judged
        .map((candidate) => ({
          candidate,
          rank: rankOf(residency, candidate.endpoint.jurisdiction, question.nowMs),
        }))
        .toSorted((one, other) => one.rank - other.rank) // Which leaves equals in their order.
        .map(({ candidate }) => candidate)
    : judged;
  return { candidates, endpoints: withVerdict(candidates, 'chosen') };
}

export const withVerdict = (
  candidates: readonly Candidate[],
  ...verdicts: readonly RouteVerdict[]
): readonly Endpoint[] =>
  candidates.filter(({ verdict }) => verdicts.includes(verdict)).map(({ endpoint }) => endpoint);
