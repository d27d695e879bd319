/** What `gw/auto` makes of requests whose demand is known, beside a large and a small model for each of them. */
import {
  decisionOf,
  DEMAND_DEFAULTS,
  DEMANDS,
  TASKS,
  type Demand,
  type DemandThresholds,
  type RequestReading,
} from '#call';
import type { RouterResult } from '#local-models';
import { mean, shareOf, standardError } from './measures.js';
import type { ReadRequest } from './router.js';
import type { RequestRow } from './rows.js';
import { shown, type Section } from './section.js';

const AIMS = { wrongLow: 0.05 };

/** EUR for a million tokens that go in and that come out: the shape of what providers ask, not one of them. */
const PRICES: Readonly<Record<Demand, { readonly in: number; readonly out: number }>> = {
  low: { in: 0.1, out: 0.4 },
  medium: { in: 0.8, out: 4 },
  high: { in: 3, out: 15 },
};
const CHARS_PER_TOKEN = 4;
/** What answers to requests of each level take. */
const TOKENS_OUT = [40, 200, 600, 1_500] as const;

/** What a request needs at least, by its labels. */
export function neededOf({ reasoning = 0, complexity = 0 }: RequestRow): Demand {
  if (complexity >= 3) return 'high';
  return complexity === 2 || reasoning === 1 ? 'medium' : 'low';
}

/** On whom a small model may not be tried: see the labelling guide. */
const isDemanding = ({ reasoning = 0, complexity = 0 }: RequestRow): boolean =>
  complexity >= 3 || reasoning === 1;

export function demandBy(read: RouterResult, thresholds: DemandThresholds): Demand {
  const task = Object.fromEntries(TASKS.map((name, at) => [name, read.task[at] ?? NaN]));
  const reading = {
    task: task as RequestReading['task'],
    reasoning: read.reasoning,
    complexity: read.complexity as unknown as RequestReading['complexity'],
  };
  return decisionOf(reading, thresholds)?.demand ?? 'medium';
}

/** EUR. */
function costOf(row: RequestRow, demand: Demand): number {
  const around = (row.previous?.length ?? 0) + (row.system?.length ?? 0);
  const tokensIn = Math.ceil((row.request.length + around) / CHARS_PER_TOKEN);
  const price = PRICES[demand];
  return (tokensIn * price.in + (TOKENS_OUT[row.complexity ?? 1] ?? 0) * price.out) / 1e6;
}

export interface AutoFigures {
  readonly cost: number;
  /** Of those that need more than a small model, how many went to one. */
  readonly wrongLow: number;
  /** Of all, how many went to a smaller model than they need. */
  readonly under: number;
  readonly shares: Readonly<Record<Demand, number>>;
}

export function figuresOf(
  found: readonly ReadRequest[],
  choose: (one: ReadRequest) => Demand,
): AutoFigures {
  const chosen = found.map((one) => ({ row: one.row, demand: choose(one) }));
  const demanding = chosen.filter(({ row }) => isDemanding(row));
  const rank = (demand: Demand) => DEMANDS.indexOf(demand);
  const share = (demand: Demand) => shareOf(chosen.map((one) => one.demand === demand));
  return {
    cost: chosen.reduce((sum, { row, demand }) => sum + costOf(row, demand), 0),
    wrongLow: shareOf(demanding.map(({ demand }) => demand === 'low')),
    under: shareOf(chosen.map(({ row, demand }) => rank(demand) < rank(neededOf(row)))),
    shares: { low: share('low'), medium: share('medium'), high: share('high') },
  };
}

/** A wrong low costs as much as three wrong highs. */
const WRONG_LOW_WEIGHT = 3;

/** Thresholds under which as little is lost as can be: what stands in `demand.ts` was chosen so. */
export function tunedThresholds(dev: readonly ReadRequest[]): DemandThresholds {
  let best = { loss: Infinity, thresholds: DEMAND_DEFAULTS };
  for (const thresholds of grid()) {
    const losses = dev.map(({ row, read }) => {
      const said = DEMANDS.indexOf(demandBy(read, thresholds));
      const needed = DEMANDS.indexOf(neededOf(row));
      return said < needed ? WRONG_LOW_WEIGHT * (needed - said) : said - needed;
    });
    const loss = mean(losses);
    if (loss < best.loss) best = { loss, thresholds };
  }
  return best.thresholds;
}

function* grid(): Generator<DemandThresholds> {
  for (const reasoningHigh of [0.7, 0.8, 0.9, 0.97]) {
    for (const hard of [0.25, 0.35, 0.45]) {
      for (const expectedHigh of [1.8, 2, 2.2]) {
        for (const reasoningLow of [0.1, 0.15, 0.2, 0.3]) {
          for (const easy of [0.6, 0.7, 0.8, 0.85]) {
            for (const expectedLow of [1, 1.1, 1.2, 1.4]) {
              yield {
                high: { reasoning: reasoningHigh, hard, expected: expectedHigh },
                low: { reasoning: reasoningLow, easy, expected: expectedLow },
              };
            }
          }
        }
      }
    }
  }
}

/** @param dev requests by which thresholds may be chosen, of which none is scored */
export function reportAuto(dev: readonly ReadRequest[], scored: readonly ReadRequest[]): Section {
  const tuned = tunedThresholds(dev);
  const large = figuresOf(scored, () => 'high');
  const auto = figuresOf(scored, ({ read }) => demandBy(read, DEMAND_DEFAULTS));
  const line = (name: string, { cost, wrongLow, under, shares }: AutoFigures) => [
    name,
    shown(1 - cost / large.cost),
    shown(wrongLow),
    shown(under),
    ...DEMANDS.map((demand) => shown(shares[demand])),
  ];
  const demanding = scored.filter(({ row }) => isDemanding(row)).length;
  return {
    title: 'gw/auto',
    how: `${scored.length} requests by the held-out author, ${demanding} of which take reasoning or are hard: those may not go to a small model (± ${shown(standardError(auto.wrongLow, demanding))}). Prices of ${DEMANDS.map((demand) => `${PRICES[demand].in} / ${PRICES[demand].out}`).join(', ')} EUR for a million tokens in and out. On the other half of that author's requests the thresholds ${JSON.stringify(tuned)} lose least.`,
    lines: [
      ['', 'cost saved', 'wrong low', 'under', 'low', 'medium', 'high'],
      line('always large', large),
      line(
        'always small',
        figuresOf(scored, () => 'low'),
      ),
      line(
        'by the labels',
        figuresOf(scored, ({ row }) => neededOf(row)),
      ),
      line('gw/auto', auto),
      line(
        'gw/auto, as tuned on the other half',
        figuresOf(scored, ({ read }) => demandBy(read, tuned)),
      ),
    ],
    targets: [
      { name: 'wrong low', value: auto.wrongLow, aim: AIMS.wrongLow, isCeiling: true },
      { name: 'cost saved', value: 1 - auto.cost / large.cost, aim: 0.2 },
    ],
    plots: [],
  };
}
