import { applyEdits, assert } from '#kernel';
import type { ReplyFrame } from './reply.js';
import { modelEdits } from './write-model.js';

/** The text of a buffered answer. @param model null leaves the provider's model id in place */
export function writeJsonAnswer(frame: ReplyFrame, model: string | null): string {
  const { document, edits } = frame;
  assert(document, 'a buffered answer has a payload');
  return applyEdits(document.text, [...edits, ...modelEdits(document, model)]);
}
