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

const text = object({ type: any, text: string });
const thinking = object({ type: any, thinking: arrayOf(text, 1) }, { closed: boolean });
const userPart = tagged('type', {
  text,
  image_url: object({
    type: any,
    image_url: stringOr(filled, object({ url: filled }, { detail: oneOf('auto', 'low', 'high') })),
  }),
  document_url: object({ type: any, document_url: filled }, { document_name: string }),
  file: object({ type: any, file_id: filled }),
  input_audio: object({ type: any, input_audio: filled }),
});
const assistantPart = tagged('type', { text, thinking });

const toolCall = object(
  { id: filled, function: object({ name: filled, arguments: stringOr(any, record) }) },
  { type: oneOf('function'), index: integer(0) },
);

const message = tagged('role', {
  system: object({ role: any, content: stringOr(any, arrayOf(assistantPart, 1)) }),
  user: object({ role: any, content: stringOr(any, arrayOf(userPart, 1)) }),
  assistant: object(
    { role: any },
    {
      content: stringOr(any, arrayOf(assistantPart, 1)),
      tool_calls: arrayOf(toolCall, 1),
      prefix: boolean,
    },
  ),
  tool: object(
    { role: any, content: stringOr(any, arrayOf(userPart)) },
    { tool_call_id: filled, name: string },
  ),
});

const responseFormat = tagged('type', {
  text: object({ type: any }),
  json_object: object({ type: any }),
  json_schema: object({
    type: any,
    json_schema: object({ name: filled, schema: record }, { description: string, strict: boolean }),
  }),
});

/** Every member of a request, its type and its bounds; what stands here nowhere is refused. */
export const mistralRequest = object(
  { messages: arrayOf(message, 1), model: filled },
  {
    frequency_penalty: number(-2, 2),
    guardrails: arrayOf(record),
    max_tokens: integer(0),
    metadata: record,
    n: integer(1),
    parallel_tool_calls: boolean,
    prediction: record,
    presence_penalty: number(-2, 2),
    prompt_cache_key: string,
    prompt_mode: oneOf('reasoning'),
    random_seed: integer(0),
    reasoning_effort: oneOf('none', 'high'),
    response_format: responseFormat,
    safe_prompt: boolean,
    service_tier: oneOf('auto', 'standard_only'),
    stop: stringOr(any, arrayOf(string)),
    stream: boolean,
    temperature: number(0, 1.5),
    tool_choice: stringOr(
      oneOf('auto', 'none', 'any', 'required'),
      object({ function: object({ name: filled }) }, { type: oneOf('function') }),
    ),
    tools: arrayOf(
      object(
        {
          function: object(
            { name: filled, parameters: record },
            { description: string, strict: boolean },
          ),
        },
        { type: oneOf('function') },
      ),
      1,
    ),
    top_p: number(0, 1),
  },
);
