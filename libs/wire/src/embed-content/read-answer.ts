import { itemsOf, member, type JsonDocument } from '#kernel';
import { readVector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import { readGeminiUsage } from '../gemini/read-usage.js';
import type { ReplyFrame } from '../reply.js';

/** An answer of either verb. Only newer models tell their usage. */
export function readEmbedContentsAnswer(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const single = member(root, 'embedding');
  const all = single ? [single] : itemsOf(member(root, 'embeddings'));
  const vectors = all.map((embedding) => readVector(member(embedding, 'values'), text));
  return vectorsFrame(document, vectors, readGeminiUsage(member(root, 'usageMetadata')));
}
