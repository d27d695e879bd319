import { itemsOf, member, numberOf, type JsonDocument, type JsonNode } from '#kernel';
import { findUsage, readUsage } from '../chat/read-usage.js';
import { readVector, type Vector } from '../embedding/vector.js';
import { vectorsFrame } from '../embedding/vectors-frame.js';
import type { ReplyFrame } from '../reply.js';

/** An answer of OpenAI's format. It was asked for numbers, so base64 is none. */
export function readEmbeddingsAnswer(document: JsonDocument): ReplyFrame {
  const { root, text } = document;
  const data = itemsOf(member(root, 'data'));
  return vectorsFrame(document, inOrder(data, text), readUsage(findUsage(root)));
}

/** Items say their places, or stand in them; undefined where two claim the same. */
function inOrder(data: readonly JsonNode[], text: string): (Vector | undefined)[] | undefined {
  const vectors = new Map<number, Vector | undefined>();
  data.forEach((item, place) => {
    vectors.set(
      numberOf(member(item, 'index')) ?? place,
      readVector(member(item, 'embedding'), text),
    );
  });
  return vectors.size === data.length ? data.map((_, index) => vectors.get(index)) : undefined;
}
