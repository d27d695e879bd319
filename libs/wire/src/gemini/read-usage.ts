import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { countOf, isNoCount, restOf, splitInput } from '../counts.js';
import { NO_USAGE, untoldOf, type ToldUsage } from '../usage.js';

const COUNTS = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
] as const;

/**
 * `usageMetadata`, which each frame tells anew. What was thought is counted beside the candidates, and
 * what tools brought in beside the prompt. Its makers leave out what is zero, so a count that is missing beside
 * a total is told: it is the rest. Undefined when it counts nothing.
 */
export function readGeminiUsage(node: JsonNode | undefined): ToldUsage | undefined {
  const nodes = COUNTS.map((name) => member(node, name));
  if (nodes.every((count) => countOf(count) === undefined) || nodes.some(isNoCount)) {
    return undefined;
  }
  const [asked, ofTools = 0, cached = 0, answered, thought = 0] = nodes.map(countOf);
  const total = countOf(member(node, 'totalTokenCount'));
  const beside = ofTools + thought;
  const prompt = asked ?? restOf(total, sum(answered, beside));
  const said = answered ?? restOf(total, sum(asked, beside));
  const input = member(node, 'promptTokensDetails');
  const within = (whole: number | undefined, part: number): number => Math.min(whole ?? 0, part);
  return {
    usage: {
      ...NO_USAGE,
      ...splitInput((prompt ?? 0) + ofTools, cached, 0),
      outputTotal: (said ?? 0) + thought,
      reasoning: thought,
      audioIn: within(prompt, ofModality(input, 'AUDIO')),
      imageIn: within(prompt, ofModality(input, 'IMAGE')),
      audioOut: within(said, ofModality(member(node, 'candidatesTokensDetails'), 'AUDIO')),
    },
    ...untoldOf({ input: prompt !== undefined, output: said !== undefined }),
  };
}

const sum = (count: number | undefined, others: number): number | undefined =>
  count === undefined ? undefined : count + others;

const ofModality = (details: JsonNode | undefined, modality: string): number =>
  itemsOf(details).reduce(
    (sum, detail) =>
      stringOf(member(detail, 'modality')) === modality
        ? sum + (countOf(member(detail, 'tokenCount')) ?? 0)
        : sum,
    0,
  );
