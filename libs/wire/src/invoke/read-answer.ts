import { arrayOf, itemsOf, member, type JsonDocument, type JsonNode } from '#kernel';
import { countOf } from '../counts.js';
import { readVector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import type { ReplyFrame } from '../reply.js';
import { NO_USAGE, type ToldUsage } from '../usage.js';

/** What embedding models answer to `/invoke`; each maker has a shape of its own. */
export function readInvokeAnswer(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const vectors = nodesIn(root).map((node) => readVector(node, text));
  return vectorsFrame(document, vectors, usageIn(root));
}

/**
 * Titan: `embedding`. Cohere: `embeddings`, as a list or, of newer models, `float` among other types.
 * Nova: `embeddings[].embedding`.
 */
function nodesIn(root: JsonNode): readonly (JsonNode | undefined)[] {
  const single = member(root, 'embedding');
  if (single) return [single];
  const many = member(root, 'embeddings');
  return itemsOf(member(many, 'float') ?? many).map((item) =>
    arrayOf(item) ? item : member(item, 'embedding'),
  );
}

/** Of Titan; what others used stands in a header. */
function usageIn(root: JsonNode): ToldUsage | undefined {
  const tokens = countOf(member(root, 'inputTextTokenCount'));
  return tokens === undefined ? undefined : { usage: { ...NO_USAGE, inputTotal: tokens } };
}
