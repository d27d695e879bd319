import { applyEdits, assert } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import type { ReplyFrame } from '../reply.js';
import { modelEdits } from '../write-model.js';

/** The text of a buffered answer, as the provider wrote it but for the model's name and edits. */
export function writeNativeAnswer(
  { document, edits }: ReplyFrame,
  { model }: AnswerOptions,
): string {
  assert(document, 'a buffered answer has a payload');
  return applyEdits(document.text, [...edits, ...modelEdits(document, model)]);
}
