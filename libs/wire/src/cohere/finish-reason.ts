import type { FinishReason } from '../finish-reason.js';
import type { ErrorEvent, FinishEvent } from '../reply.js';

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop_sequence'],
  ['MAX_TOKENS', 'length'],
  ['TOOL_CALL', 'tool_calls'],
  ['ERROR_TOXIC', 'content_filter'],
  ['ERROR_LIMIT', 'context_exceeded'],
]);

const FAILED: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT']);

/** How an answer ended. A word that is not known goes on as it is. */
export function readEnd(native: string): FinishEvent | ErrorEvent {
  if (FAILED.has(native)) {
    const message = 'The provider could not finish its answer.';
    return { type: 'error', message, code: native.toLowerCase() };
  }
  return { type: 'finish', choice: 0, reason: REASONS.get(native) ?? native };
}
