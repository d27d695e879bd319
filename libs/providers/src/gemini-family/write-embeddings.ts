import type { EmbedOperation } from '#call';
import { applyEdits, assert, changeMembers, itemsOf, member, objectOf } from '#kernel';
import type { JsonDocument } from '#kernel';
import { writeEmbedContents } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { headTo } from './write-request.js';

const TEXTS_MAX = 100; // That one batch takes.

/** As it came, from callers of the same format; else in batches. */
export function writeEmbedRequest(order: Order, operation: EmbedOperation): Dispatch {
  const { protocol } = operation;
  const { model } = order.endpoint;
  const { request } = order.call.inspection;
  assert(request.kind === 'json' && model, 'vectors are asked for in JSON, of a model');
  if (protocol === 'embeddings') {
    const parts = embeddingParts(order, operation, TEXTS_MAX, (some) => ({
      ...headTo(order, 'batchEmbedContents'),
      body: writeEmbedContents(some, model.id),
    }));
    return { parts, protocol: 'batch_embed_contents' };
  }
  const verb = protocol === 'embed_content' ? 'embedContent' : 'batchEmbedContents';
  const body = withModel(request.document, model.id);
  return { parts: [{ request: { ...headTo(order, verb), body } }], protocol };
}

const MODEL: ReadonlySet<string> = new Set(['model']);

/** The format names the model once more in each request. */
function withModel({ text, root }: JsonDocument, model: string): string {
  const named = new Map([['model', JSON.stringify(`models/${model}`)]]);
  const requests = member(root, 'requests');
  const asked = requests ? itemsOf(requests) : [root];
  return applyEdits(
    text,
    asked.flatMap((one) => {
      const object = objectOf(one);
      return object ? changeMembers(object, MODEL, named) : [];
    }),
  );
}
