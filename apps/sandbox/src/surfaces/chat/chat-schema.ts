import { invalid } from '../../provider-error.js';
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

const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

// Endpoints that reach models of several makers take the marks of the cache that some of them know.
const MARKED = { cache_control: record };
const textPart = object({ type: any, text: string }, MARKED);
const userPart = tagged('type', {
  text: textPart,
  image_url: object(
    {
      type: any,
      image_url: object({ url: filled }, { detail: oneOf('auto', 'low', 'high', 'original') }),
    },
    {},
  ),
  input_audio: object({
    type: any,
    input_audio: object({ data: filled, format: oneOf('wav', 'mp3') }),
  }),
  file: object({
    type: any,
    file: object({}, { file_data: string, file_id: string, filename: string }),
  }),
});
const assistantPart = tagged('type', {
  text: textPart,
  refusal: object({ type: any, refusal: string }),
});

const toolCall = tagged('type', {
  function: object({
    id: filled,
    type: any,
    function: object({ name: filled, arguments: string }),
  }),
});

const textOnly = stringOr(any, arrayOf(textPart, 1));
const instruction = object({ role: any, content: textOnly }, { name: string });
const message = tagged('role', {
  system: instruction,
  developer: instruction,
  user: object({ role: any, content: stringOr(any, arrayOf(userPart, 1)) }, { name: string }),
  assistant: object(
    { role: any },
    {
      content: stringOr(any, arrayOf(assistantPart, 1)),
      name: string,
      refusal: string,
      // Clients send a message back as it came.
      annotations: arrayOf(record),
      audio: record,
      tool_calls: arrayOf(toolCall, 1),
      // As providers with visible reasoning take it back; the sandbox emits it, too.
      reasoning_content: string,
    },
  ),
  tool: object({ role: any, content: textOnly, tool_call_id: filled }, { name: string }),
});

const functionName: typeof string = (value, param) => {
  string(value, param);
  if (FUNCTION_NAME.test(String(value))) return;
  const text = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  throw invalid(text, param, 'invalid_value');
};

const tool = tagged('type', {
  function: object({
    type: any,
    function: object(
      { name: functionName },
      { description: string, parameters: record, strict: boolean },
    ),
  }),
});

const responseFormat = tagged('type', {
  text: object({ type: any }),
  json_object: object({ type: any }),
  json_schema: object({
    type: any,
    json_schema: object(
      { name: functionName, schema: record },
      { description: string, strict: boolean },
    ),
  }),
});

/** Every member of a chat request, its type and its bounds; what stands here nowhere is refused. */
export const chatRequest = object(
  { messages: arrayOf(message, 1), model: filled },
  {
    audio: record,
    frequency_penalty: number(-2, 2),
    logit_bias: record,
    logprobs: boolean,
    max_completion_tokens: integer(1),
    max_tokens: integer(1),
    metadata: record,
    modalities: arrayOf(oneOf('text', 'audio'), 1),
    n: integer(1, 128),
    parallel_tool_calls: boolean,
    prediction: record,
    presence_penalty: number(-2, 2),
    prompt_cache_key: string,
    prompt_cache_options: record,
    prompt_cache_retention: oneOf('in_memory', '24h'),
    reasoning_effort: oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
    response_format: responseFormat,
    safety_identifier: string,
    seed: integer(),
    service_tier: oneOf('auto', 'default', 'flex', 'scale', 'priority', 'fast'),
    stop: stringOr(any, arrayOf(string, 1, 4)),
    store: boolean,
    stream: boolean,
    stream_options: object({}, { include_usage: boolean, include_obfuscation: boolean }),
    temperature: number(0, 2),
    tool_choice: stringOr(
      oneOf('none', 'auto', 'required'),
      object({ type: oneOf('function'), function: object({ name: filled }) }),
    ),
    tools: arrayOf(tool, 1, 128),
    top_logprobs: integer(0, 20),
    top_p: number(0, 1),
    user: string,
    verbosity: oneOf('low', 'medium', 'high'),
    web_search_options: record,
  },
);
