import { applyEdits, assert } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { base64Of, type Vector } from '../embedding/vector.js';
import type { ReplyFrame } from '../reply.js';
import { inputTold } from '../embedding/input-told.js';
import { modelEdits } from '../write-model.js';

/** A list of vectors: the provider's own answer where it was only forwarded. */
export function writeEmbeddingsAnswer(frame: ReplyFrame, options: AnswerOptions): string {
  const { document, edits, vectors } = frame;
  if (document && options.source === 'native') {
    return applyEdits(document.text, [...edits, ...modelEdits(document, options.model)]);
  }
  assert(vectors, 'an answer of another format was read');
  const write = options.vectorsAs === 'base64' ? quotedBase64 : jsonOf;
  const data = vectors.map(
    (vector, index) => `{"object":"embedding","index":${index},"embedding":${write(vector)}}`,
  );
  const tokens = inputTold(frame, options);
  // OpenAI gives no id; Mistral does, and its SDK reads no answer without one.
  return (
    `{"id":${JSON.stringify(`embd-${options.requestId}`)},"object":"list","data":[${data.join(',')}],"model":${JSON.stringify(options.model ?? '')},` +
    `"usage":{"prompt_tokens":${tokens},"total_tokens":${tokens}}}`
  );
}

const jsonOf = ({ json }: Vector): string => json;
const quotedBase64 = (vector: Vector): string => `"${base64Of(vector)}"`;
