import { itemsOf, member, type JsonDocument, type JsonNode } from '#kernel';
import { readVector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import type { ReplyFrame } from '../reply.js';
import type { ToldUsage } from '../usage.js';
import { readCohereUsage } from './read-usage.js';

/** An answer of `/v2/embed`. */
export function readCohereVectors(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const all = itemsOf(member(member(root, 'embeddings'), 'float'));
  const vectors = all.map((item) => readVector(item, text));
  return vectorsFrame(document, vectors, toldIn(member(root, 'meta')));
}

/** What is told and what is charged is one here: nothing is read but the texts. */
function toldIn(meta: JsonNode | undefined): ToldUsage | undefined {
  const { billed, untold } = readCohereUsage(meta) ?? {};
  return billed && { usage: billed, ...(untold && { untold }) };
}
