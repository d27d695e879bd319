import { member } from '#kernel';
import { isImageItem } from '../images-made.js';
import type { AnswerLength, ReplyFrame } from '../reply.js';
import { growingLength, growsTexts, payloadType } from './growing-texts.js';

const NOTHING: AnswerLength = { text: 0, speech: 0 };
const ITEM_DONE = 'response.output_item.done';
const SPEECH = /audio\.delta$/; // An event whose `delta` is no text.

/** No event tells the texts of such an answer, so they are looked for. */
export function nativeAnswerLength(frame: ReplyFrame): AnswerLength {
  const root = frame.document?.root;
  if (!root || isCountedWhole(frame)) return NOTHING;
  const type = payloadType(frame, root);
  if (type === ITEM_DONE && isImageItem(member(root, 'item'))) return { ...NOTHING, images: 1 };
  if (!growsTexts(type)) return NOTHING;
  const length = growingLength(root);
  return SPEECH.test(type) ? { text: 0, speech: length } : { text: length, speech: 0 };
}

/** A whole answer whose usage counts what it says need not be looked through: it may be megabytes. */
const isCountedWhole = ({ events }: ReplyFrame): boolean =>
  events.at(-1)?.type === 'done' &&
  events.some((event) => event.type === 'usage' && !event.untold?.output);
