import type { EmbedOperation } from '#call';
import { assert, refuse } from '#kernel';
import { embeddingModelOf } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { headTo } from './write-request.js';

/** By `/invoke`, as the maker of the model has it. @throws wire_unsupported for models that make none */
export function writeInvoke(order: Order, operation: EmbedOperation): Dispatch {
  const { model } = order.endpoint;
  assert(model, 'vectors are asked of a model');
  const rule = embeddingModelOf(model.id);
  if (!rule) {
    throw refuse('wire_unsupported', {
      param: 'model',
      message: `The gateway does not know ${model.id} as a model that makes embeddings. Take one of the makers Amazon (Titan, Nova) and Cohere, under an id that names it.`,
    });
  }
  const parts = embeddingParts(order, operation, rule.textsMax, (some) => ({
    ...headTo(order, 'invoke'),
    body: rule.write(some),
  }));
  return { parts, protocol: 'invoke' };
}
