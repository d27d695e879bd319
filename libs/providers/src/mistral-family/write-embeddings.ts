import type { EmbedOperation } from '#call';
import { assert } from '#kernel';
import { writeMistralEmbeddings } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { JSON_TYPE, requestHead } from '../openai-family/write-request.js';

const PATH = ['v1', 'embeddings'];

/** It takes 512, but 16 384 tokens in all, which so many pieces of the usual 500 tokens are. */
const TEXTS_MAX = 32;

/** From canonical form, whoever asks: it refuses members that it does not know, and tokens. */
export function writeMistralEmbed(order: Order, operation: EmbedOperation): Dispatch {
  const { model } = order.endpoint;
  assert(model, 'vectors are asked of a model');
  const parts = embeddingParts(order, operation, TEXTS_MAX, (some) => ({
    ...requestHead(order, 'POST', PATH, [], JSON_TYPE),
    body: writeMistralEmbeddings(some, model.id),
  }));
  return { parts, protocol: 'embeddings' };
}
