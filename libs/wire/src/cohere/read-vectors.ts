import { itemsOf, member, type JsonDocument } from '#kernel';
import { readVector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import type { ReplyFrame } from '../reply.js';
import { readCohereUsage } from './read-usage.js';

/** An answer of `/v2/embed`. What is told and what is charged is one here: nothing is read but the texts. */
export function readCohereVectors(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const all = itemsOf(member(member(root, 'embeddings'), 'float'));
  const vectors = all.map((item) => readVector(item, text));
  return vectorsFrame(document, vectors, readCohereUsage(member(root, 'meta'))?.billed);
}
