import { member, type JsonNode } from '#kernel';
import { countOf, isNoCount, splitInput } from '../counts.js';
import type { UsageEvent } from '../reply.js';
import { NO_USAGE, untoldOf, type ToldUsage } from '../usage.js';

/**
 * The usage of an answer; undefined when the node counts nothing. `tokens` are those that the model read and
 * wrote, its template and all; `billed_units` those that are paid for, which are far fewer.
 */
export function readCohereUsage(node: JsonNode | undefined): UsageEvent | undefined {
  const used = readTokens(member(node, 'tokens'), countOf(member(node, 'cached_tokens')) ?? 0);
  const billed = readTokens(member(node, 'billed_units'), 0);
  const told = used ?? billed;
  if (!told) return undefined;
  const { usage, untold } = billed ? { ...told, untold: billed.untold } : told;
  return {
    type: 'usage',
    usage,
    isWholeFrame: false,
    ...(billed && { billed: billed.usage }),
    ...(untold && { untold }),
  };
}

function readTokens(node: JsonNode | undefined, cached: number): ToldUsage | undefined {
  const places = ['input_tokens', 'output_tokens', 'image_tokens', 'reasoning_tokens'].map((name) =>
    member(node, name),
  );
  const [input, output] = places;
  if (places.some(isNoCount) || (input === undefined && output === undefined)) return undefined;
  const [texts = 0, said = 0, images = 0, reasoning = 0] = places.map(countOf);
  // Images are counted beside the texts.
  const total = texts + images;
  return {
    usage: {
      ...NO_USAGE,
      ...splitInput(total, cached, 0),
      imageIn: images,
      outputTotal: said,
      reasoning: Math.min(said, reasoning),
    },
    ...untoldOf({ input: countOf(input) !== undefined, output: countOf(output) !== undefined }),
  };
}
