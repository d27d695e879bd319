import type { FinishReason } from '../finish-reason.js';

/** What servers of this format say beside its own words. */
const READ: ReadonlyMap<string, FinishReason> = new Map([
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop_sequence'],
  ['tool_use', 'tool_calls'],
]);

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  context_exceeded: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
};

/** @param hasCalls several servers say `stop` although the model asked for tools */
export function readFinishReason(native: string, hasCalls: boolean): string {
  if (native === 'stop' && hasCalls) return 'tool_calls';
  return READ.get(native) ?? native;
}

/** Chat clients know few words; what is no canonical one was a chat provider's own. */
export const writeFinishReason = (reason: string): string =>
  WRITTEN[reason as FinishReason] ?? reason;

/** The format's own word for one that a server made up; any other word as it is. */
export function knownFinish(native: string): string {
  const reason = READ.get(native);
  return reason === undefined ? native : WRITTEN[reason];
}
