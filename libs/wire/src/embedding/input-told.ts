import type { AnswerOptions } from '../codec.js';
import type { ReplyFrame } from '../reply.js';

/** Tokens of the input, by the gateway's own estimate where the provider told none. */
export function inputTold({ events }: ReplyFrame, { inputTokens }: AnswerOptions): number {
  const usage = events.find(({ type }) => type === 'usage');
  return usage?.type === 'usage' ? usage.usage.inputTotal : inputTokens;
}
