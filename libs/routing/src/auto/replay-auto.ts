import {
  chooseAuto,
  DEMANDS,
  modelNameOf,
  tiersFrom,
  type AutoPolicy,
  type AutoRequest,
  type Demand,
  type Organisation,
  type PriceList,
} from '#call';
import { rankModels } from './rank-models.js';

/** A call of the past, as the log has it. */
export interface PastCall {
  readonly request: AutoRequest;
  readonly demand: Demand;
  /** `<provider>/<model>` that served it. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What it cost. */
  readonly nano: bigint;
}

export interface Replay {
  readonly calls: number;
  /** Of those whose new model has a price: what they cost, and what they would have. */
  readonly priced: number;
  readonly nanoBefore: bigint;
  readonly nanoAfter: bigint;
  /** How many calls of a demand would have had which one. */
  readonly demands: readonly ReplayedDemand[];
  /** From which model to which, the most frequent first. */
  readonly moves: readonly ReplayedMove[];
}

export interface ReplayedDemand {
  readonly before: Demand;
  readonly after: Demand;
  readonly calls: number;
}

export interface ReplayedMove {
  readonly before: string;
  readonly after: string;
  readonly calls: number;
}

const MOVES_MAX = 100;

/**
 * What calls of the past would have taken by another policy, and cost for the tokens that they had. A model
 * that says more or less than the other one would have is not foreseen, nor who was ill then.
 */
export function replayAuto(
  organisation: Pick<Organisation, 'id'>,
  policy: AutoPolicy,
  calls: readonly PastCall[],
  prices: Pick<PriceList, 'costOf'>,
): Replay {
  const demands = new Counts<Demand>();
  const moves = new Counts<string>();
  let [priced, nanoBefore, nanoAfter] = [0, 0n, 0n];
  for (const { request, demand, model, inputTokens, outputTokens, nano } of calls) {
    const choice = chooseAuto(request, policy);
    const size = { inputTokens, outputTokensMax: outputTokens };
    const [after = ''] = rankModels(organisation, tiersFrom(policy, choice), size, {
      prices,
      before: null,
    });
    demands.add(demand, choice.demand);
    moves.add(model, after);
    const named = modelNameOf(after);
    const tokens = { inputTokens, outputTokens };
    const cost = prices.costOf(organisation.id, named.provider, named.id, tokens);
    if (cost === undefined) continue;
    priced++;
    nanoBefore += nano;
    nanoAfter += cost;
  }
  return {
    calls: calls.length,
    priced,
    nanoBefore,
    nanoAfter,
    demands: demands
      .list()
      .toSorted(
        (one, other) =>
          DEMANDS.indexOf(one.before) - DEMANDS.indexOf(other.before) ||
          DEMANDS.indexOf(one.after) - DEMANDS.indexOf(other.after),
      ),
    moves: moves
      .list()
      .toSorted((one, other) => other.calls - one.calls)
      .slice(0, MOVES_MAX),
  };
}

/** Of pairs. */
class Counts<Name extends string> {
  private readonly pairs = new Map<string, { before: Name; after: Name; calls: number }>();

  add(before: Name, after: Name): void {
    const key = `${before} ${after}`;
    const pair = this.pairs.get(key);
    if (pair) pair.calls++;
    else this.pairs.set(key, { before, after, calls: 1 });
  }

  list(): readonly { readonly before: Name; readonly after: Name; readonly calls: number }[] {
    return [...this.pairs.values()];
  }
}
