import { itemsOf, member, type JsonDocument, type JsonNode } from '#kernel';
import { countOf } from '../counts.js';
import { readVector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import type { ReplyFrame } from '../reply.js';
import { NO_USAGE, type ToldUsage } from '../usage.js';

/** What models for vectors answer to `:predict`: one prediction for each text, with its own count. */
export function readPredictAnswer(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const all = itemsOf(member(root, 'predictions')).map((one) => member(one, 'embeddings'));
  const vectors = all.map((one) => readVector(member(one, 'values'), text));
  return vectorsFrame(document, vectors, usageIn(all));
}

/** The sum, where every text was counted. */
function usageIn(all: readonly (JsonNode | undefined)[]): ToldUsage | undefined {
  let inputTotal = 0;
  for (const one of all) {
    const tokens = countOf(member(member(one, 'statistics'), 'token_count'));
    if (tokens === undefined) return undefined;
    inputTotal += tokens;
  }
  return { usage: { ...NO_USAGE, inputTotal } };
}
