import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { countOf, isNoCount, splitInput } from '../counts.js';
import { NO_USAGE, untoldOf, type ToldUsage } from '../usage.js';

/**
 * The usage of an answer; undefined when the node counts nothing. `inputTokens` are the uncached ones
 * alone. What was thought counts as output and is not told apart.
 */
export function readConverseUsage(node: JsonNode | undefined): ToldUsage | undefined {
  const places = COUNTED.map((name) => member(node, name));
  if (places.some(isNoCount) || places.every((place) => place === undefined)) return undefined;
  const [input, output, read = 0, write = 0] = places.map(countOf);
  const long = itemsOf(member(node, 'cacheDetails'))
    .filter((detail) => stringOf(member(detail, 'ttl')) === '1h')
    .reduce((sum, detail) => sum + (countOf(member(detail, 'inputTokens')) ?? 0), 0);
  return {
    usage: {
      ...NO_USAGE,
      ...splitInput((input ?? 0) + read + write, read, write, Math.min(long, write)),
      outputTotal: output ?? 0,
    },
    ...untoldOf({ input: input !== undefined, output: output !== undefined }),
  };
}

const COUNTED = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'];
