import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { countOf, isNoCount, splitInput } from '../counts.js';
import { NO_USAGE, type Usage } from '../usage.js';

/**
 * The usage of an answer; undefined when the node counts nothing. `inputTokens` are the uncached ones
 * alone. What was thought counts as output and is not told apart.
 */
export function readConverseUsage(node: JsonNode | undefined): Usage | undefined {
  const places = COUNTED.map((name) => member(node, name));
  if (places.some(isNoCount) || places.every((place) => place === undefined)) return undefined;
  const [input = 0, output = 0, read = 0, write = 0] = places.map(countOf);
  const long = itemsOf(member(node, 'cacheDetails'))
    .filter((detail) => stringOf(member(detail, 'ttl')) === '1h')
    .reduce((sum, detail) => sum + (countOf(member(detail, 'inputTokens')) ?? 0), 0);
  return {
    ...NO_USAGE,
    ...splitInput(input + read + write, read, write, Math.min(long, write)),
    outputTotal: output,
  };
}

const COUNTED = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'];
