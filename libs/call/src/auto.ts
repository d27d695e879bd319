import {
  decisionOf,
  DEMANDS,
  type Demand,
  type DemandThresholds,
  type RequestReading,
  type RequestRoute,
} from './demand.js';

/** Leads each request to models of its kind and demand. */
export const AUTO_NAME = 'gw/auto';

/** Where `gw/auto` leads, as an organisation has it. */
export interface AutoPolicy {
  readonly thresholds: DemandThresholds;
  /** Of requests whose kind nobody can tell, and of kinds that have no tiers of their own. */
  readonly defaultRoute: RequestRoute;
  /** After the last request of a conversation. */
  readonly sessionMs: number;
  readonly routes: ReadonlyMap<RequestRoute, Tiers>;
}

/** Models as `<provider>/<model>`. One without models falls up; the highest has some. */
export type Tiers = Readonly<Record<Demand, readonly string[]>>;

/** What of a request counts beside its text. */
export interface RequestFeatures {
  /** Estimated. */
  readonly promptTokens: number;
  readonly tools: number;
  readonly toolResults: number;
  readonly images: number;
  readonly files: number;
  readonly audio: number;
  /** The answer is to be JSON. */
  readonly asksJson: boolean;
  /** Objects within objects of the answer's schema; 0 without one. */
  readonly schemaDepth: number;
  /** Of reasoning, as the caller asks for it. */
  readonly effort: 'low' | 'high' | null;
}

export const NO_FEATURES: RequestFeatures = {
  promptTokens: 0,
  tools: 0,
  toolResults: 0,
  images: 0,
  files: 0,
  audio: 0,
  asksJson: false,
  schemaDepth: 0,
  effort: null,
};

/** What set the demand, in the order in which it did. */
export interface AutoStep {
  readonly by:
    | 'text'
    | 'default'
    | 'tools'
    | 'tool_results'
    | 'files'
    | 'prompt'
    | 'schema'
    | 'effort'
    | 'session';
  readonly demand: Demand;
}

export interface AutoRequest {
  /** Null where the router was not asked, or said nothing. */
  readonly reading: RequestReading | null;
  readonly features: RequestFeatures;
  /** What the conversation took before. */
  readonly before: { readonly route: RequestRoute; readonly demand: Demand } | null;
}

export interface AutoChoice {
  readonly route: RequestRoute;
  readonly demand: Demand;
  readonly steps: readonly AutoStep[];
}

/** How a call came to its models, for the log and whoever asks. */
export interface AutoFinding extends AutoChoice {
  /** `open`: it could not tell the kind. `unasked`: the request has no text that it could read. */
  readonly router: 'answered' | 'open' | 'unavailable' | 'unasked';
  readonly reading: RequestReading | null;
  readonly features: RequestFeatures;
}

const TOOL_RESULTS_MANY = 3; // An agent at work, whose next step rests on all that it has found.
const PROMPT_LONG = 8_000;
const PROMPT_VERY_LONG = 60_000;
const SCHEMA_DEEP = 3;
/** Below it a caller who asks for little effort gets no more than a model of the middle. */
const REASONING_CERTAIN = 0.9;

/**
 * The route and the demand of a request. What the text asks for is raised by what comes with it, and within a
 * conversation never falls: the prompt is in a cache there, and what was hard goes on.
 */
export function chooseAuto(
  { reading, features, before }: AutoRequest,
  policy: Pick<AutoPolicy, 'thresholds' | 'defaultRoute'>,
): AutoChoice {
  const decision = reading && decisionOf(reading, policy.thresholds);
  const route = before?.route ?? decision?.route ?? policy.defaultRoute;
  let demand: Demand = decision?.demand ?? 'medium';
  const steps: AutoStep[] = [{ by: decision ? 'text' : 'default', demand }];
  const to = (by: AutoStep['by'], next: Demand): void => {
    demand = next;
    steps.push({ by, demand });
  };
  const raise = (by: AutoStep['by'], least: Demand): void => {
    if (DEMANDS.indexOf(least) > DEMANDS.indexOf(demand)) to(by, least);
  };
  const { tools, toolResults, files, promptTokens, schemaDepth, effort } = features;
  if (tools > 0 && (route === 'agent' || route === 'code')) raise('tools', 'medium');
  if (toolResults > TOOL_RESULTS_MANY) raise('tool_results', 'high');
  if (files > 0 && route === 'document') raise('files', 'medium');
  if (promptTokens > PROMPT_LONG) raise('prompt', 'medium');
  if (promptTokens > PROMPT_VERY_LONG) raise('prompt', 'high');
  if (schemaDepth > SCHEMA_DEEP) raise('schema', 'medium');
  if (effort === 'high') raise('effort', 'high');
  const isCertain = reading !== null && reading.reasoning >= REASONING_CERTAIN;
  if (effort === 'low' && demand === 'high' && !isCertain) to('effort', 'medium');
  if (before) raise('session', before.demand);
  return { route, demand, steps };
}

/** The tiers that a route leads to, the wanted one first; those below it never. */
export function tiersFrom(
  { routes, defaultRoute }: Pick<AutoPolicy, 'routes' | 'defaultRoute'>,
  { route, demand }: Pick<AutoChoice, 'route' | 'demand'>,
): readonly (readonly string[])[] {
  const tiers = routes.get(route) ?? routes.get(defaultRoute);
  if (!tiers) return [];
  return DEMANDS.slice(DEMANDS.indexOf(demand)).map((name) => tiers[name]);
}

/** Every model that it may lead to. */
export const autoModels = ({ routes }: Pick<AutoPolicy, 'routes'>): readonly string[] => [
  ...new Set([...routes.values()].flatMap((tiers) => DEMANDS.flatMap((name) => tiers[name]))),
];
