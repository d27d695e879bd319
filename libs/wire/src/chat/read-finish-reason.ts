const FINISH_REASONS: ReadonlyMap<string, string> = new Map([['model_length', 'length']]);

/** @param hasCalls several servers say `stop` although the model asked for tools */
export function readFinishReason(native: string, hasCalls: boolean): string {
  if (native === 'stop' && hasCalls) return 'tool_calls';
  return FINISH_REASONS.get(native) ?? native;
}
