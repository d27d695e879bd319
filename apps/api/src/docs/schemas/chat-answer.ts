import { schemaRef, type Schema } from '../document.js';

const FINISH_REASON: Schema = {
  type: ['string', 'null'],
  description: 'Why the answer ended. Null while it goes on.',
  examples: ['stop', 'length', 'tool_calls', 'content_filter'],
};
const MODEL: Schema = {
  type: 'string',
  description: 'As the request wrote it, alias and prefix included.',
};
const USAGE: Schema = { oneOf: [schemaRef('Usage'), { type: 'null' }] };

export const chatAnswerSchemas: Readonly<Record<string, Schema>> = {
  ChatCompletion: {
    type: 'object',
    description:
      'The answer of the provider. Fields that are not listed here are passed on as they came.',
    required: ['id', 'object', 'created', 'model', 'choices'],
    additionalProperties: true,
    properties: {
      id: { type: 'string', description: "The provider's id; the gateway's is in `request-id`." },
      object: { const: 'chat.completion' },
      created: { type: 'integer', description: 'Seconds since 1970.' },
      model: MODEL,
      choices: {
        type: 'array',
        items: {
          type: 'object',
          required: ['index', 'message', 'finish_reason'],
          additionalProperties: true,
          properties: {
            index: { type: 'integer', minimum: 0 },
            message: schemaRef('ChatMessage'),
            finish_reason: FINISH_REASON,
          },
        },
      },
      usage: schemaRef('Usage'),
    },
  },
  ChatCompletionChunk: {
    type: 'object',
    required: ['id', 'object', 'created', 'model', 'choices'],
    additionalProperties: true,
    properties: {
      id: { type: 'string' },
      object: { const: 'chat.completion.chunk' },
      created: { type: 'integer' },
      model: MODEL,
      choices: {
        type: 'array',
        description: 'Empty in the frame that carries the usage.',
        items: {
          type: 'object',
          required: ['index', 'delta'],
          additionalProperties: true,
          properties: {
            index: { type: 'integer', minimum: 0 },
            delta: {
              type: 'object',
              description: 'What came since the last frame, such as `content` or `tool_calls`.',
              additionalProperties: true,
            },
            finish_reason: FINISH_REASON,
          },
        },
      },
      usage: USAGE,
    },
  },
  Usage: {
    type: 'object',
    description: "The provider's own count, which is what is metered.",
    required: ['prompt_tokens', 'completion_tokens', 'total_tokens'],
    additionalProperties: true,
    properties: {
      prompt_tokens: { type: 'integer', minimum: 0 },
      completion_tokens: { type: 'integer', minimum: 0 },
      total_tokens: { type: 'integer', minimum: 0 },
      prompt_tokens_details: {
        type: ['object', 'null'],
        additionalProperties: true,
        properties: { cached_tokens: { type: ['integer', 'null'], minimum: 0 } },
      },
      completion_tokens_details: {
        type: ['object', 'null'],
        additionalProperties: true,
        properties: { reasoning_tokens: { type: ['integer', 'null'], minimum: 0 } },
      },
    },
  },
};
