import type { FinishReason } from '../finish-reason.js';
import type { ReplyEvent } from '../reply.js';

/** Of an answer whose provider gives it no id of this format. @param requestId the call's own */
export const completionId = (requestId: string): string => `cmpl-${requestId}`;

const REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  context_exceeded: 'length',
  tool_calls: 'stop',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
};

/** @param reason canonical, or a word of another format, of which is known that the answer has ended */
export const writeReason = (reason: string): string => REASONS[reason as FinishReason] ?? 'stop';

/** The format has one text a choice, and no place for what was thought. */
export function isSaid(event: ReplyEvent): event is Extract<ReplyEvent, { readonly type: 'text' }> {
  return event.type === 'text' && (event.part.kind === 'text' || event.part.kind === 'refusal');
}

/** One choice, or a piece of it. */
export const choiceOf = (index: number, text: string, reason: string | null): object => ({
  text,
  index,
  logprobs: null,
  finish_reason: reason,
});
