/**
 * Why an answer ended, in the canonical words. `stop_sequence`: one of the caller's own. `length`: the
 * limit of the request; `context_exceeded`: the model's. `refusal` is the model's own, `content_filter`
 * the provider's. `pause`: the provider wants to be asked to go on.
 */
export type FinishReason =
  | 'stop'
  | 'stop_sequence'
  | 'length'
  | 'context_exceeded'
  | 'tool_calls'
  | 'content_filter'
  | 'refusal'
  | 'pause';
