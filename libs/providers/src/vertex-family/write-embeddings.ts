import type { EmbedOperation } from '#call';
import { applyEdits, assert, changeMembers, objectOf, type JsonDocument } from '#kernel';
import { writePredict, writeVertexEmbedContent } from '#wire';
import { embeddingParts } from '../embedding-parts.js';
import type { Dispatch, Order } from '../family-adapter.js';
import type { HttpRequest } from '../http/http-client.js';
import { vertexHead } from './address.js';

/** Anywhere but in one region 250 are refused, and 20 000 tokens in all everywhere. */
const TEXTS_MAX = 5;
/** The first of Gemini's, by the method of the models before it. */
const GEMINI_1 = 'gemini-embedding-001';

/** By `:embedContent`, one content at a time, for newer models; by `:predict` for the others. */
export function writeVertexEmbed(order: Order, operation: EmbedOperation): Dispatch {
  const { model } = order.endpoint;
  const { request } = order.call.inspection;
  assert(request.kind === 'json' && model, 'vectors are asked for in JSON, of a model');
  if (!takesContents(model.id)) {
    const textsMax = model.id === GEMINI_1 ? 1 : TEXTS_MAX;
    const parts = embeddingParts(order, operation, textsMax, (some) =>
      requestTo(order, 'predict', writePredict(some)),
    );
    return { parts, protocol: 'predict' };
  }
  if (operation.protocol === 'embed_content') {
    const body = withoutModel(request.document);
    return {
      parts: [{ request: requestTo(order, 'embedContent', body) }],
      protocol: 'embed_content',
    };
  }
  const parts = embeddingParts(order, operation, 1, (some) =>
    requestTo(order, 'embedContent', writeVertexEmbedContent(some)),
  );
  return { parts, protocol: 'embed_content' };
}

/** As Google's own SDK tells them apart. */
const takesContents = (id: string): boolean =>
  (id.includes('gemini') && id !== GEMINI_1) || id.includes('maas');

const requestTo = (
  { endpoint, secret }: Order,
  verb: 'predict' | 'embedContent',
  body: string,
): HttpRequest => ({ ...vertexHead(endpoint, secret, { publisher: 'google', verb }), body });

const MODEL: ReadonlySet<string> = new Set(['model']);

/** The path alone names it here. */
function withoutModel({ text, root }: JsonDocument): string {
  const object = objectOf(root);
  return object ? applyEdits(text, changeMembers(object, MODEL, new Map())) : text;
}
