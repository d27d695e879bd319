import { NO_HINTS, type EmbedOperation } from '#call';
import { assert, parseJson } from '#kernel';
import { writeEmbeddings } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { writeForwardRequest } from './write-request.js';

const EMBEDDINGS = {
  kind: 'forward',
  method: 'POST',
  segments: ['v1', 'embeddings'],
  asksForUsage: false,
  providerName: null,
} as const;

const TEXTS_MAX = 128; // Of the 2 048 that OpenAI takes: reading their vectors takes some 20 ms at a time.

/** As it came, from callers of the same format; else translated. */
export function writeEmbeddingsRequest(order: Order, operation: EmbedOperation): Dispatch {
  const { protocol, hints } = operation;
  if (protocol === 'embeddings') {
    const request = writeForwardRequest(order, { ...EMBEDDINGS, ...hints });
    return { parts: [{ request }], protocol: 'native' };
  }
  const { call, endpoint } = order;
  const { model } = endpoint;
  assert(model, 'vectors are asked of a model');
  const parts = embeddingParts(order, operation, TEXTS_MAX, (some) => {
    const request = { kind: 'json', document: parseJson(writeEmbeddings(some, model.id)) } as const;
    const translated = { ...call, inspection: { ...call.inspection, request } };
    return writeForwardRequest({ ...order, call: translated }, { ...EMBEDDINGS, ...NO_HINTS });
  });
  return { parts, protocol: 'embeddings' };
}
