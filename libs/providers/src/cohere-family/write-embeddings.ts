import type { EmbedOperation } from '#call';
import { assert } from '#kernel';
import { COHERE_TEXTS_MAX, writeCohereEmbed } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { cohereHead } from './request-head.js';

/** In batches by `/v2/embed`, whoever asks: no caller speaks its format. */
export function writeCohereVectors(order: Order, operation: EmbedOperation): Dispatch {
  const { model } = order.endpoint;
  assert(model, 'vectors are asked of a model');
  const parts = embeddingParts(order, operation, COHERE_TEXTS_MAX, (some) => ({
    ...cohereHead(order, 'embed'),
    body: writeCohereEmbed(some, model.id),
  }));
  return { parts, protocol: 'cohere_embed' };
}
