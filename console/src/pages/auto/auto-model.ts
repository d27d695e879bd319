import type { Schemas } from '../../api/client';

export type Auto = Schemas['AutoDto'];
export type RouteName = Auto['default_route'];
export type Replay = Schemas['AutoReplayView'];

/** Kinds of requests, as the API has them. */
export const ROUTES = ['general', 'code', 'extract', 'document', 'chat', 'agent'] as const;
/** How much a request asks of a model, the least first. */
export const DEMANDS = ['low', 'medium', 'high'] as const;
export type Demand = (typeof DEMANDS)[number];

export const TIER_MODELS_MAX = 16;
export const SESSION_MINUTES_MAX = 1_440;

/** Bounds of the router's figures, with the largest that each may be. */
export const BOUNDS = [
  ['high.reasoning', 1],
  ['high.hard', 1],
  ['high.expected', 3],
  ['low.reasoning', 1],
  ['low.easy', 1],
  ['low.expected', 3],
] as const;

/** What an organisation begins with: one route, whose highest tier is still to be named. */
export const START: Auto = {
  default_route: 'general',
  session_minutes: 30,
  high: { reasoning: 0.7, hard: 0.45, expected: 2.2 },
  low: { reasoning: 0.2, easy: 0.85, expected: 1.1 },
  routes: [{ name: 'general', low: [], medium: [], high: [] }],
};

/** Those that have no tiers yet. */
export const freeRoutes = (routes: Auto['routes']): readonly RouteName[] =>
  ROUTES.filter((name) => !routes.some((route) => route.name === name));

/** The tier that a request takes where its own has no models: the next one up that has. */
export const tierAbove = (route: Auto['routes'][number], demand: Demand): Demand | undefined =>
  DEMANDS.slice(DEMANDS.indexOf(demand) + 1).find((tier) => route[tier].length > 0);

/** How many calls have each demand by the policy of then, and by the one that is wanted. */
export const demandCounts = ({
  demands,
}: Pick<Replay, 'demands'>): readonly { demand: Demand; before: number; after: number }[] =>
  DEMANDS.map((demand) => ({
    demand,
    before: sumOf(demands.filter((one) => one.before === demand)),
    after: sumOf(demands.filter((one) => one.after === demand)),
  }));

const sumOf = (moves: readonly { calls: number }[]): number =>
  moves.reduce((sum, { calls }) => sum + calls, 0);

/** Per cent that the new cost is below the old one; negative where it is above, null where nothing was paid. */
export function savedPercent({ cost_before: before, cost_after: after }: Replay): number | null {
  const [was, is] = [Number(before), Number(after)];
  return was > 0 ? Math.round((100 * (was - is)) / was) : null;
}
