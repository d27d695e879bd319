import { itemsOf, member } from '#kernel';
import { isImageFile } from '../images-made.js';
import type { AnswerLength, ReplyFrame } from '../reply.js';
import { toldLength } from '../told-length.js';

/** The events tell the texts; pictures stand in the payload alone. */
export function geminiAnswerLength(frame: ReplyFrame): AnswerLength {
  const parts = itemsOf(member(frame.document?.root, 'candidates')).flatMap((candidate) =>
    itemsOf(member(member(candidate, 'content'), 'parts')),
  );
  const images = parts.filter((part) => isImageFile(member(part, 'inlineData'))).length;
  return { ...toldLength(frame), images };
}
