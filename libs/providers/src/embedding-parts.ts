import type { EmbedOperation } from '#call';
import { assert, refuse } from '#kernel';
import { embeddings, type EmbeddingRequest } from '#wire';
import type { Order, RequestPart } from './family-adapter.js';
import type { HttpRequest } from './http/http-client.js';

/** One call makes so many requests at most: each of them is billed, and may fail. */
const PARTS_MAX = 128;

/**
 * One request for each so many texts, of what data protection let through.
 * @param textsMax that the provider takes at a time
 * @throws field_invalid
 */
export function embeddingParts(
  { call }: Order,
  { protocol }: EmbedOperation,
  textsMax: number,
  write: (some: EmbeddingRequest) => HttpRequest,
): readonly [RequestPart, ...RequestPart[]] {
  const { request } = call.inspection;
  assert(request.kind === 'json', 'vectors are asked for in JSON');
  const asked = embeddings[protocol].readRequest(request.document);
  const { texts } = asked;
  const most = textsMax * PARTS_MAX;
  if (texts.length > most) {
    throw refuse('field_invalid', {
      param: protocol === 'embeddings' ? 'input' : 'requests',
      message: `There are ${texts.length} texts. The model takes ${textsMax} at a time, and one call asks it ${PARTS_MAX} times at most: send ${most} or fewer.`,
    });
  }
  const partOf = (from: number): RequestPart => {
    const some = texts.slice(from, from + textsMax);
    return { request: write({ ...asked, texts: some }), vectors: some.length };
  };
  const count = Math.ceil(texts.length / textsMax);
  const rest = Array.from({ length: count - 1 }, (_, index) => partOf((index + 1) * textsMax));
  return [partOf(0), ...rest];
}
