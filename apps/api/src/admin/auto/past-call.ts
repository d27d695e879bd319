import type { Entry, EntryAuto } from '#audit';
import {
  DEMANDS,
  ROUTES,
  TASKS,
  type AutoRequest,
  type Demand,
  type RequestReading,
  type RequestRoute,
  type Task,
} from '#call';
import type { PastCall } from '#routing';

const PER_MILLE = 1_000;

/** A call to `gw/auto` as the log has it; none where another release wrote what this one cannot read. */
export function pastCallOf({
  auto,
  tokens,
  price,
  model_routed: model,
}: Entry): readonly PastCall[] {
  const demand = DEMANDS.find((word) => word === auto?.demand);
  if (!auto || !tokens || !price || model === null || demand === undefined) return [];
  return [
    {
      request: requestOf(auto),
      demand,
      model,
      inputTokens: tokens.in,
      outputTokens: tokens.out,
      nano: BigInt(price.nano),
    },
  ];
}

const requestOf = (auto: EntryAuto): AutoRequest => ({
  reading: auto.reading && readingOf(auto.reading),
  features: {
    promptTokens: auto.features.prompt_tokens,
    tools: auto.features.tools,
    toolResults: auto.features.tool_results,
    images: auto.features.images,
    files: auto.features.files,
    audio: auto.features.audio,
    asksJson: auto.features.json,
    schemaDepth: auto.features.schema_depth,
    effort:
      auto.features.effort === 'low' || auto.features.effort === 'high'
        ? auto.features.effort
        : null,
  },
  before: sessionOf(auto),
});

function readingOf({
  task,
  reasoning,
  complexity,
}: NonNullable<EntryAuto['reading']>): RequestReading {
  const shares = TASKS.map((name, at) => [name, (task[at] ?? 0) / PER_MILLE] as const);
  const [trivial = 0, simple = 0, moderate = 0, hard = 0] = complexity.map(
    (one) => one / PER_MILLE,
  );
  return {
    task: Object.fromEntries(shares) as Record<Task, number>,
    reasoning: reasoning / PER_MILLE,
    complexity: [trivial, simple, moderate, hard],
  };
}

/** What its conversation had raised it to, as far as its steps say it. */
function sessionOf({ steps, route }: EntryAuto): AutoRequest['before'] {
  const said = steps.find((step) => step.startsWith('session '))?.split(' ')[1];
  const demand: Demand | undefined = DEMANDS.find((word) => word === said);
  const kind: RequestRoute | undefined = ROUTES.find((word) => word === route);
  return demand && kind ? { demand, route: kind } : null;
}
