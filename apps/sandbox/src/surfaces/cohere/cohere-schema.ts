import {
  any,
  arrayOf,
  boolean,
  filled,
  integer,
  number,
  object,
  oneOf,
  record,
  string,
  stringOr,
  tagged,
} from '../../validation/check.js';

const text = object({ type: any, text: filled });
const userPart = tagged('type', {
  text,
  image_url: object({
    type: any,
    image_url: object({ url: filled }, { detail: oneOf('auto', 'low', 'high') }),
  }),
});
const assistantPart = tagged('type', { text, thinking: object({ type: any, thinking: filled }) });

const toolCall = object({
  id: filled,
  type: oneOf('function'),
  function: object({ name: filled, arguments: string }),
});

const message = tagged('role', {
  system: object({ role: any, content: stringOr(filled, arrayOf(text, 1)) }),
  user: object({ role: any, content: stringOr(filled, arrayOf(userPart, 1)) }),
  assistant: object(
    { role: any },
    {
      content: stringOr(filled, arrayOf(assistantPart, 1)),
      tool_calls: arrayOf(toolCall, 1),
      tool_plan: string,
    },
  ),
  tool: object({ role: any, tool_call_id: filled, content: stringOr(any, arrayOf(any)) }),
});

/** Every member of a request, its type and its bounds; what stands here nowhere is refused. */
export const cohereRequest = object(
  { messages: arrayOf(message, 1), model: filled },
  {
    documents: arrayOf(stringOr(any, object({ data: record }, { id: filled })), 1),
    frequency_penalty: number(0, 1),
    k: integer(0, 500),
    logprobs: boolean,
    max_tokens: integer(1),
    p: number(0.01, 0.99),
    presence_penalty: number(0, 1),
    priority: integer(0),
    response_format: object({ type: oneOf('text', 'json_object') }, { json_schema: record }),
    safety_mode: oneOf('CONTEXTUAL', 'STRICT', 'OFF'),
    seed: integer(0),
    stop_sequences: arrayOf(string, 0, 5),
    stream: boolean,
    strict_tools: boolean,
    temperature: number(0, 1),
    thinking: object({ type: oneOf('enabled', 'disabled') }, { token_budget: integer(1) }),
    tool_choice: oneOf('REQUIRED', 'NONE'),
    tools: arrayOf(
      object({
        type: oneOf('function'),
        function: object({ name: filled, parameters: record }, { description: string }),
      }),
      1,
    ),
  },
);
