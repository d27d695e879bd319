import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { countOf, isNoCount, splitInput } from '../counts.js';
import { NO_USAGE, type Usage } from '../usage.js';

const COUNTS = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
] as const;

/**
 * `usageMetadata`, which each frame tells anew. What was thought is counted beside the candidates, and
 * what tools brought in beside the prompt. Undefined when it counts nothing.
 */
export function readGeminiUsage(node: JsonNode | undefined): Usage | undefined {
  const nodes = COUNTS.map((name) => member(node, name));
  if (nodes.every((count) => countOf(count) === undefined) || nodes.some(isNoCount)) {
    return undefined;
  }
  const [prompt = 0, ofTools = 0, cached = 0, said = 0, thought = 0] = nodes.map(
    (count) => countOf(count) ?? 0,
  );
  const outputTotal = said + thought;
  const input = member(node, 'promptTokensDetails');
  return {
    ...NO_USAGE,
    ...splitInput(prompt + ofTools, cached, 0),
    outputTotal,
    reasoning: thought,
    audioIn: Math.min(prompt, ofModality(input, 'AUDIO')),
    imageIn: Math.min(prompt, ofModality(input, 'IMAGE')),
    audioOut: Math.min(said, ofModality(member(node, 'candidatesTokensDetails'), 'AUDIO')),
  };
}

const ofModality = (details: JsonNode | undefined, modality: string): number =>
  itemsOf(details).reduce(
    (sum, detail) =>
      stringOf(member(detail, 'modality')) === modality
        ? sum + (countOf(member(detail, 'tokenCount')) ?? 0)
        : sum,
    0,
  );
