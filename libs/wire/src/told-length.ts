import type { AnswerLength, ReplyFrame } from './reply.js';

/** The events tell all texts that are paid for. */
export function toldLength({ events }: ReplyFrame): AnswerLength {
  let text = 0;
  for (const event of events) {
    if (event.type === 'text' || event.type === 'args') text += event.delta.length;
  }
  return { text, speech: 0 };
}
