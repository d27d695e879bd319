import { applyEdits, assert } from '#kernel';
import type { ReplyFrame } from '../reply.js';

/** The server's own text but for what data protection changed. */
export function writeMcpAnswer({ document, edits }: ReplyFrame): string {
  assert(document, 'an answer of a tool has a payload');
  return applyEdits(document.text, edits);
}
