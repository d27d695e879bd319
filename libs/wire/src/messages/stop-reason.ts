import type { FinishReason } from '../finish-reason.js';

const READ: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'context_exceeded'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
]);

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  context_exceeded: 'model_context_window_exceeded',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
  refusal: 'refusal',
  pause: 'pause_turn',
};

/** A word that is not known goes on as it is: newer models have newer ones. */
export const readStopReason = (native: string): string => READ.get(native) ?? native;

/** @param reason canonical, or a word of another format: that the answer has ended is all it says here */
export const writeStopReason = (reason: string): string =>
  WRITTEN[reason as FinishReason] ?? WRITTEN.stop;
