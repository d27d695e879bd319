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
  type Check,
} from '../../validation/check.js';

const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

const matching =
  (pattern: RegExp): Check =>
  (value, param) => {
    filled(value, param);
    if (pattern.test(String(value))) return;
    throw invalid(`${param}: String should match pattern '${pattern.source}'`, param);
  };

const spoken: Check = (value, param) => {
  string(value, param);
  if (String(value).trim() === '') {
    throw invalid(`${param}: text content blocks must contain non-whitespace text`, param);
  }
};

const cacheControl = object({ type: oneOf('ephemeral') }, { ttl: oneOf('5m', '1h') });
const MARKED = { cache_control: cacheControl };

const source = tagged('type', {
  base64: object({ type: any, media_type: filled, data: filled }),
  url: object({ type: any, url: filled }),
  file: object({ type: any, file_id: filled }),
  text: object({ type: any, media_type: oneOf('text/plain'), data: filled }),
  content: object({ type: any, content: any }),
});
const text = object({ type: any, text: spoken }, { ...MARKED, citations: any });
const image = object({ type: any, source }, MARKED);
const document = object(
  { type: any, source },
  { ...MARKED, title: string, context: string, citations: object({}, { enabled: boolean }) },
);

const userBlock = tagged('type', {
  text,
  image,
  document,
  tool_result: object(
    { type: any, tool_use_id: matching(ID) },
    {
      ...MARKED,
      content: stringOr(any, arrayOf(tagged('type', { text, image, document }))),
      is_error: boolean,
    },
  ),
});
const assistantBlock = tagged('type', {
  text,
  tool_use: object({ type: any, id: matching(ID), name: matching(NAME), input: record }, MARKED),
  // No mark of the cache: it is refused here.
  thinking: object({ type: any, thinking: string, signature: filled }),
  redacted_thinking: object({ type: any, data: filled }),
});

const message = tagged('role', {
  system: object({ role: any, content: stringOr(spoken, arrayOf(tagged('type', { text }), 1)) }),
  user: object({ role: any, content: stringOr(spoken, arrayOf(userBlock, 1)) }),
  assistant: object({ role: any, content: stringOr(spoken, arrayOf(assistantBlock, 1)) }),
});

const format = object({ type: oneOf('json_schema'), schema: record });

/** Whatever else a JSON Schema of an object may say. */
const SCHEMA_REST = Object.fromEntries(
  `properties required additionalProperties $schema $defs definitions title description anyOf oneOf
  allOf default examples patternProperties minProperties maxProperties`
    .split(/\s+/)
    .map((name) => [name, any]),
);

/** Every member of a request, its type and its bounds; what stands here nowhere is refused. */
export const messagesRequest = object(
  { model: filled, max_tokens: integer(1), messages: arrayOf(message, 1) },
  {
    cache_control: cacheControl,
    context_management: record, // Of coding agents, in beta.
    metadata: object({}, { user_id: string }),
    output_config: object({}, { effort: oneOf('low', 'medium', 'high', 'xhigh', 'max'), format }),
    service_tier: oneOf('auto', 'standard_only'),
    stop_sequences: arrayOf(spoken),
    stream: boolean,
    system: stringOr(any, arrayOf(tagged('type', { text }))),
    temperature: number(0, 1),
    thinking: tagged('type', {
      enabled: object({ type: any, budget_tokens: integer(1_024) }, { display: string }),
      adaptive: object({ type: any }, { display: string }),
      disabled: object({ type: any }),
    }),
    tool_choice: tagged('type', {
      auto: object({ type: any }, { disable_parallel_tool_use: boolean }),
      any: object({ type: any }, { disable_parallel_tool_use: boolean }),
      tool: object({ type: any, name: filled }, { disable_parallel_tool_use: boolean }),
      none: object({ type: any }),
    }),
    tools: arrayOf(
      object(
        { name: matching(NAME), input_schema: object({ type: oneOf('object') }, SCHEMA_REST) },
        {
          ...MARKED,
          type: oneOf('custom'),
          description: string,
          strict: boolean,
          eager_input_streaming: boolean,
        },
      ),
      1,
    ),
    top_k: integer(0),
    top_p: number(0, 1),
  },
);
