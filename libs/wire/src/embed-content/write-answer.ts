import { applyEdits, assert } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { inputTold } from '../embedding/input-told.js';
import type { Vector } from '../embedding/vector.js';
import type { EmbeddingProtocol } from '../protocol.js';
import type { ReplyFrame } from '../reply.js';

/** The provider's own answer where it was asked the same way. */
function writeAs(
  own: EmbeddingProtocol,
  write: (vectors: readonly string[]) => string,
): (frame: ReplyFrame, options: AnswerOptions) => string {
  return (frame, options) => {
    const { document, edits, vectors } = frame;
    if (document && options.source === own) return applyEdits(document.text, edits);
    assert(vectors, 'an answer of another format was read');
    const tokens = inputTold(frame, options);
    const usage = `"usageMetadata":{"promptTokenCount":${tokens},"totalTokenCount":${tokens}}`;
    return `{${write(vectors.map(valuesOf))},${usage}}`;
  };
}

const valuesOf = ({ json }: Vector): string => `{"values":${json}}`;

export const writeEmbedContentAnswer = writeAs(
  'embed_content',
  ([first]) => `"embedding":${first}`,
);

export const writeBatchEmbedContentsAnswer = writeAs(
  'batch_embed_contents',
  (all) => `"embeddings":[${all.join(',')}]`,
);
