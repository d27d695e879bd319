import type { FinishReason } from '../finish-reason.js';

const READ: ReadonlyMap<string, FinishReason> = new Map([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['LANGUAGE', 'content_filter'],
  ['BLOCKLIST', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['SPII', 'content_filter'],
  ['IMAGE_SAFETY', 'content_filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
  ['IMAGE_RECITATION', 'content_filter'],
  ['NO_IMAGE', 'content_filter'],
]);

/** The model wrote what cannot be read: no answer, unless something of it was said before. */
const FAILURES: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_RESPONSE',
]);

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  length: 'MAX_TOKENS',
  context_exceeded: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
  refusal: 'SAFETY',
  pause: 'STOP',
};

export const isFailure = (native: string): boolean => FAILURES.has(native);

/** The format has no word for an answer that ends in calls. @param hasCalls in any frame so far */
export function readFinishReason(native: string, hasCalls: boolean): string {
  const reason = READ.get(native) ?? (isFailure(native) ? 'stop' : native);
  return reason === 'stop' && hasCalls ? 'tool_calls' : reason;
}

/** @param reason canonical, or a word of another format: that the answer has ended is all it says here */
export const writeFinishReason = (reason: string): string =>
  WRITTEN[reason as FinishReason] ?? WRITTEN.stop;
