import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import { imagesOfMessage } from '../images-made.js';
import type { AnswerLength, ReplyFrame } from '../reply.js';

/** The events tell the texts; speech stands in the payload alone. */
export function chatAnswerLength({ document, events, saysTextAlone }: ReplyFrame): AnswerLength {
  let text = 0;
  for (const event of events) {
    if (event.type === 'text' || event.type === 'args') text += event.delta.length;
  }
  if (!document || saysTextAlone) return { text, speech: 0 };
  const messages = itemsOf(member(document.root, 'choices')).map(
    (choice) => member(choice, 'delta') ?? member(choice, 'message'),
  );
  return { text, speech: sum(messages, spokenLength), images: sum(messages, imagesOfMessage) };
}

const sum = (
  messages: readonly (JsonNode | undefined)[],
  sizeOf: (message: JsonNode | undefined) => number,
): number => messages.reduce((total, message) => total + sizeOf(message), 0);

const spokenLength = (message: JsonNode | undefined): number =>
  stringOf(member(member(message, 'audio'), 'data'))?.length ?? 0;
