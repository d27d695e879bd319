import { member, stringOf, type JsonNode } from '#kernel';
import type { FinishReason } from '../finish-reason.js';
import type { ErrorEvent, FinishEvent } from '../reply.js';

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'context_exceeded'],
  ['tool_use', 'tool_calls'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
]);

/** Nothing that came can be relied on: the provider could not make sense of what the model wrote. */
const MALFORMED: ReadonlySet<string> = new Set(['malformed_model_output', 'malformed_tool_use']);

/**
 * How an answer ended. A word that is not known goes on as it is.
 * @param root of the answer, or of the event that ends it
 */
export function readEnd(native: string, root: JsonNode): FinishEvent | ErrorEvent {
  if (MALFORMED.has(native)) {
    const message = 'The model wrote an answer that its provider could not read.';
    return { type: 'error', message, code: native };
  }
  const more = member(root, 'additionalModelResponseFields');
  // In a stream the model's own field stands below its last delta.
  const stopSequence =
    stringOf(member(more, 'stop_sequence')) ??
    stringOf(member(member(more, 'delta'), 'stop_sequence'));
  const reason = REASONS.get(native) ?? native;
  return { type: 'finish', choice: 0, reason, ...(stopSequence && { stopSequence }) };
}
