import { ROUTER_TASKS } from '#wire';

/** What a request wants done, in the order of the router's labels. */
export const TASKS = ROUTER_TASKS;
export type Task = (typeof TASKS)[number];

/** Kinds of work that an organisation has models for. */
export const ROUTES = ['code', 'general', 'extract', 'document', 'chat', 'agent'] as const;
export type RequestRoute = (typeof ROUTES)[number];

/** How much a request asks of a model, the least first. */
export const DEMANDS = ['low', 'medium', 'high'] as const;
export type Demand = (typeof DEMANDS)[number];

/** What the router reads in a text: calibrated probabilities. */
export interface RequestReading {
  /** Of each task; they add up to 1. */
  readonly task: Readonly<Record<Task, number>>;
  /** That the answer takes two or more steps of which one needs the other. */
  readonly reasoning: number;
  /** Of each level, from 0 trivial to 3 hard; they add up to 1. */
  readonly complexity: readonly [number, number, number, number];
}

export interface RouteDecision {
  readonly route: RequestRoute;
  readonly demand: Demand;
}

/** High where any of its bounds is reached, low where all of its are kept, medium otherwise. */
export interface DemandThresholds {
  readonly high: {
    /** From this probability of reasoning on, from this of level 3, from this expected level. */
    readonly reasoning: number;
    readonly hard: number;
    readonly expected: number;
  };
  readonly low: {
    /** Up to this probability of reasoning, from this of levels 0 and 1, up to this expected level. */
    readonly reasoning: number;
    readonly easy: number;
    readonly expected: number;
  };
}

/** Where an organisation says nothing else. */
export const DEMAND_DEFAULTS: DemandThresholds = {
  high: { reasoning: 0.7, hard: 0.45, expected: 2.2 },
  low: { reasoning: 0.2, easy: 0.85, expected: 1.1 },
};

const ROUTE_OF: Readonly<Record<Task, RequestRoute>> = {
  code: 'code',
  writing: 'general',
  translation: 'general',
  extraction: 'extract',
  document: 'document',
  support: 'general',
  smalltalk: 'chat',
  action: 'agent',
};

/** Below this share the likeliest task is told from the next one only where that is well behind. */
const TASK_SURE = 0.4;
const NEXT_NEAR = 0.75;

/** The route and the demand by the text alone; null where it may as well be another task. */
export function decisionOf(
  reading: RequestReading,
  thresholds: DemandThresholds = DEMAND_DEFAULTS,
): RouteDecision | null {
  const [first, second] = TASKS.toSorted((a, b) => reading.task[b] - reading.task[a]);
  const likeliest = reading.task[first as Task];
  const next = reading.task[second as Task];
  if (likeliest < TASK_SURE && next > NEXT_NEAR * likeliest) return null;
  return { route: ROUTE_OF[first as Task], demand: demandOf(reading, thresholds) };
}

function demandOf(
  { reasoning, complexity }: RequestReading,
  { high, low }: DemandThresholds,
): Demand {
  const [trivial, simple, moderate, hard] = complexity;
  const expected = simple + 2 * moderate + 3 * hard;
  if (reasoning >= high.reasoning || hard >= high.hard || expected >= high.expected) return 'high';
  const isEasy = trivial + simple >= low.easy && expected <= low.expected;
  return isEasy && reasoning <= low.reasoning ? 'low' : 'medium';
}
