import { json, type Handler } from '../../http/answer.js';
import { invalid } from '../../provider-error.js';
import { findModel } from '../../models.js';
import { servedTier } from '../served-tier.js';
import { compose, type Composition } from '../../text/compose.js';
import type { OutputItem } from './output-item.js';
import { responseFrames } from './response-frames.js';
import {
  countInputTokens,
  itemsOf,
  readQuestion,
  readResponsesRequest,
} from './responses-request.js';
import type { StoredResponses } from './stored-responses.js';

/** As often as it is asked for, unless the request says, before it has ended. */
const POLLS = 2;

/** POST /v1/responses: text, functions and reasoning; kept unless the request says `store: false`. */
export const respondWith =
  (stored: StoredResponses): Handler =>
  ({ body, fault, newId, nowSeconds }) => {
    const request = readResponsesRequest(body);
    const isStored = request.store !== false;
    const isBackground = request.background === true;
    if (isBackground && !isStored) throw invalid('Background mode requires store=true.', 'store');
    const added = itemsOf(request).map((item) => ({ id: newId('item_'), ...item }));
    const items = [...stored.conversationOf(request.previous_response_id), ...added];
    const model = findModel(request.model, 'chat', fault);
    const composition = compose({ ...readQuestion(request, items), model, fault });
    const isCut = composition.finish === 'length';
    const frame = {
      id: newId('resp_'),
      object: 'response',
      created_at: nowSeconds,
      model: request.model,
      background: isBackground,
      error: null,
      instructions: request.instructions ?? null,
      max_output_tokens: request.max_output_tokens ?? null,
      metadata: request.metadata ?? {},
      parallel_tool_calls: request.parallel_tool_calls ?? true,
      previous_response_id: request.previous_response_id ?? null,
      service_tier: servedTier(request.service_tier),
      store: isStored,
      temperature: request.temperature ?? 1,
      text: request.text ?? { format: { type: 'text' } },
      tool_choice: request.tool_choice ?? 'auto',
      tools: request.tools ?? [],
      top_p: request.top_p ?? 1,
      truncation: 'disabled',
    };
    const opening = {
      ...frame,
      status: 'in_progress',
      incomplete_details: null,
      output: [],
      usage: null,
    };
    const closing = {
      ...frame,
      status: isCut ? 'incomplete' : 'completed',
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      output: outputOf(composition, newId),
      usage: fault['no-usage'] ? null : usageOf(countInputTokens(request, items), composition),
    };
    if (isBackground) {
      const ending = fault.ends ? { ...closing, status: fault.ends, output: [] } : closing;
      stored.begin({ opening, ending, polls: fault.polls ?? POLLS }, items);
      return json({ ...opening, status: 'queued' });
    }
    if (isStored) stored.put(closing, items);
    return request.stream ? { events: responseFrames(opening, closing) } : json(closing);
  };

function outputOf(composition: Composition, newId: (prefix: string) => string): OutputItem[] {
  const { text, reasoning, calls, finish } = composition;
  const items: OutputItem[] = [];
  if (reasoning) {
    const summary = [{ type: 'summary_text' as const, text: reasoning }];
    items.push({ type: 'reasoning', id: newId('rs_'), summary });
  }
  for (const call of calls) {
    const ids = { id: newId('fc_'), call_id: newId('call_') };
    items.push({ type: 'function_call', ...ids, ...call, status: 'completed' });
  }
  if (calls.length > 0) return items;
  const status = finish === 'length' ? 'incomplete' : 'completed';
  const content = [{ type: 'output_text' as const, text, annotations: [], logprobs: [] }];
  items.push({ type: 'message', id: newId('msg_'), role: 'assistant', status, content });
  return items;
}

const usageOf = (input: number, { tokens, reasoningTokens }: Composition) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: tokens,
  output_tokens_details: { reasoning_tokens: reasoningTokens },
  total_tokens: input + tokens,
});
