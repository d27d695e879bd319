import type { JsonDocument } from '#kernel';
import { errorEvent, MALFORMED } from '../errors/error-event.js';
import { readErrorBody } from '../errors/read-error-body.js';
import { usageEvents, type ReplyFrame } from '../reply.js';
import type { ToldUsage } from '../usage.js';
import type { Vector } from './vector.js';

/**
 * A whole answer of vectors as one frame.
 * @param vectors undefined, or a hole among them, where the answer holds none that can be read
 */
export function vectorsFrame(
  document: JsonDocument,
  vectors: readonly (Vector | undefined)[] | undefined,
  told: ToldUsage | undefined,
): ReplyFrame {
  const error = readErrorBody(document.root);
  if (error) return { document, edits: [], events: [errorEvent(error)] };
  const whole = vectors?.filter((vector) => vector !== undefined);
  if (!whole || whole.length === 0 || whole.length !== vectors?.length) {
    return { document: null, edits: [], events: [NO_VECTORS] };
  }
  return {
    document,
    edits: [],
    events: [...usageEvents(told), DONE],
    vectors: whole,
  };
}

const DONE = { type: 'done' } as const;
const NO_VECTORS = { ...MALFORMED, message: 'The provider sent an answer without vectors.' };
