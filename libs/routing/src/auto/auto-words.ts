import { TASKS, type AutoChoice, type AutoPolicy, type AutoStep, type RequestReading } from '#call';

const WORDS: Readonly<Record<AutoStep['by'], (demand: string) => string>> = {
  text: (demand) => `By its text it asks for a model of ${demand} demand.`,
  default: (demand) => `Nobody could tell by its text, so it is taken for ${demand} demand.`,
  tools: (demand) => `It brings tools for work that takes them: at least ${demand}.`,
  tool_results: (demand) => `It goes on from many results of tools: ${demand}.`,
  files: (demand) => `It is about files: at least ${demand}.`,
  prompt: (demand) => `It is long: at least ${demand}.`,
  schema: (demand) => `Its answer has a deep schema: at least ${demand}.`,
  effort: (demand) => `Its caller asks for that much effort: ${demand}.`,
  session: (demand) => `Its conversation was at ${demand} before, and does not fall.`,
};

/** Why a request takes its way, in sentences. */
export function autoWords(
  { route, steps }: AutoChoice,
  { defaultRoute, routes }: Pick<AutoPolicy, 'defaultRoute' | 'routes'>,
  reading: RequestReading | null,
): readonly string[] {
  const tiers = routes.has(route) ? route : `${defaultRoute}, since ${route} has none of its own`;
  return [
    ...(reading ? [readingWords(reading)] : ['The router did not read it.']),
    ...steps.map(({ by, demand }) => WORDS[by](demand)),
    `The models are those of the route ${tiers}.`,
  ];
}

function readingWords({ task, reasoning, complexity }: RequestReading): string {
  const [likeliest] = TASKS.toSorted((a, b) => task[b] - task[a]);
  const share = likeliest ? percent(task[likeliest]) : '';
  const expected = complexity.reduce((sum, level, at) => sum + level * at, 0);
  return `The router takes it for ${likeliest} (${share}), with ${percent(reasoning)} for several steps of thought and a difficulty of ${expected.toFixed(1)} of 3.`;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
