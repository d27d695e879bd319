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
  type Check,
  type Fields,
} from '../../validation/check.js';

const matching =
  (pattern: RegExp): Check =>
  (value, param) => {
    filled(value, param);
    if (pattern.test(String(value))) return;
    const message = `Value '${String(value)}' at '${param}' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern.source}`;
    throw invalid(message, param);
  };

const ID = matching(/^[a-zA-Z0-9_-]{1,64}$/);
const NAME = matching(/^[a-zA-Z0-9_-]{1,64}$/);

const spoken: Check = (value, param) => {
  string(value, param);
  if (String(value).trim() === '') {
    throw invalid(`The text field in the ContentBlock object at ${param} is blank.`, param);
  }
};

/** A union: an object with one of these members, and no other. */
const oneMember = (shapes: Fields): Check => {
  const shape = object({}, shapes);
  return (value, param) => {
    shape(value, param);
    if (Object.keys(value as object).length === 1) return;
    throw invalid(`The value at ${param} must have exactly one member.`, param);
  };
};

const base64 = matching(/^[A-Za-z0-9+/]+={0,2}$/);
const source = oneMember({ bytes: base64, s3Location: object({ uri: filled }, {}) });
const image = object({ format: oneOf('png', 'jpeg', 'gif', 'webp'), source });
const document = object(
  {
    format: oneOf('pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'),
    name: matching(/^(?!.* {2})[A-Za-z0-9 ()[\]-]{1,200}$/),
    source,
  },
  { context: string, citations: object({ enabled: boolean }) },
);
const cachePoint = object({ type: oneOf('default') }, { ttl: oneOf('5m', '1h') });

const block = oneMember({
  text: spoken,
  image,
  document,
  cachePoint,
  toolUse: object({ toolUseId: ID, name: NAME, input: record }),
  toolResult: object(
    { toolUseId: ID, content: arrayOf(oneMember({ text: spoken, image, document, json: any })) },
    { status: oneOf('success', 'error') },
  ),
  reasoningContent: oneMember({
    reasoningText: object({ text: string }, { signature: filled }),
    redactedContent: base64,
  }),
});

const tool = oneMember({
  toolSpec: object(
    { name: NAME, inputSchema: object({ json: record }) },
    { description: filled, strict: boolean },
  ),
  cachePoint,
});

/** Every member of a request, its type and its bounds; what stands here nowhere is refused. */
export const converseRequest = object(
  {
    messages: arrayOf(object({ role: oneOf('user', 'assistant'), content: arrayOf(block, 1) }), 1),
  },
  {
    system: arrayOf(oneMember({ text: spoken, cachePoint })),
    inferenceConfig: object(
      {},
      {
        maxTokens: integer(1),
        temperature: number(0, 1),
        topP: number(0, 1),
        stopSequences: arrayOf(spoken),
      },
    ),
    toolConfig: object(
      { tools: arrayOf(tool, 1) },
      {
        toolChoice: oneMember({ auto: object({}), any: object({}), tool: object({ name: NAME }) }),
      },
    ),
    outputConfig: object({
      textFormat: object({
        type: oneOf('json_schema'),
        structure: object({
          jsonSchema: object({ schema: string }, { name: filled, description: filled }),
        }),
      }),
    }),
    additionalModelRequestFields: record,
    additionalModelResponseFieldPaths: arrayOf(matching(/^\/.{1,255}$/)),
    serviceTier: object({ type: oneOf('default', 'flex', 'priority', 'reserved') }),
    requestMetadata: record,
  },
);

/** What models of one maker take beside that; the rest are extraneous keys. */
const CLAUDE = object(
  {},
  {
    thinking: object(
      { type: oneOf('enabled', 'adaptive', 'disabled') },
      { budget_tokens: integer(1_024) },
    ),
    output_config: object({ effort: oneOf('low', 'medium', 'high', 'xhigh', 'max') }),
    top_k: integer(0),
  },
);
const NOVA = object(
  {},
  {
    reasoningConfig: object({
      type: oneOf('enabled', 'disabled'),
      maxReasoningEffort: oneOf('low', 'medium', 'high'),
    }),
    inferenceConfig: object({ topK: integer(1, 128) }),
  },
);
const QWEN = object({}, { reasoning_config: oneOf('low', 'high') });
const GPT_OSS = object({}, { reasoning_effort: oneOf('low', 'medium', 'high') });

/** @param modelId the id at the provider */
export const fieldsOfModel = (modelId: string): Check => {
  if (modelId.includes('claude')) return CLAUDE;
  if (modelId.includes('nova')) return NOVA;
  if (modelId.includes('qwen')) return QWEN;
  return modelId.includes('gpt-oss') ? GPT_OSS : object({});
};
