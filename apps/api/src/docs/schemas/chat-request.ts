import { schemaRef, type Schema } from '../document.js';

const EXPLICIT_CACHE =
  'It goes to the provider only while `organisation.explicit_prompt_cache` is on, and is left out otherwise.';

const cacheControl = schemaRef('CacheControl');

export const chatRequestSchemas: Readonly<Record<string, Schema>> = {
  ChatRequest: {
    type: 'object',
    description:
      'Fields that are not listed here go on to the provider as they were written. For models of OpenAI and Azure the gateway leaves out what they would refuse by name: `top_k`, `thinking`, a root `cache_control`, and sampling parameters of reasoning models.',
    required: ['model', 'messages'],
    additionalProperties: true,
    properties: {
      model: {
        type: 'string',
        description:
          'Provider-prefixed, `<provider>/<model>`, or an alias. `GET /v1/models` lists those of the key.',
        minLength: 1,
        maxLength: 200,
        examples: ['openai/gpt-5'],
      },
      messages: { type: 'array', minItems: 1, items: schemaRef('ChatMessage') },
      stream: {
        type: ['boolean', 'null'],
        default: false,
        description: 'True: the answer comes as server-sent events.',
      },
      stream_options: {
        type: ['object', 'null'],
        additionalProperties: true,
        properties: {
          include_usage: {
            type: ['boolean', 'null'],
            default: false,
            description:
              'True: the last frame before `[DONE]` carries the usage, the same numbers that are metered.',
          },
        },
      },
      max_completion_tokens: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Bounds the output, and with it the money that is held for the call.',
      },
      max_tokens: {
        type: ['integer', 'null'],
        minimum: 0,
        description:
          'The older name. Reasoning models of OpenAI and Azure get it as `max_completion_tokens`.',
      },
      n: {
        type: ['integer', 'null'],
        minimum: 1,
        default: 1,
        description: 'How many answers; each of them costs output.',
      },
      reasoning_effort: {
        type: 'string',
        enum: ['minimal', 'low', 'medium', 'high'],
        description:
          'For models of OpenAI and Azure it becomes the nearest level that the model accepts, or is left out where the model has none. Other providers get it as written.',
      },
      tools: {
        type: ['array', 'null'],
        description: 'In the form that the provider takes.',
        items: {
          type: 'object',
          additionalProperties: true,
          properties: { cache_control: cacheControl },
        },
      },
      service_tier: {
        type: 'string',
        description: 'Goes to the provider as written.',
        examples: ['auto'],
      },
      prompt_cache_key: {
        type: 'string',
        description: `A hint that lets the provider find a cached prompt. ${EXPLICIT_CACHE} With shared credentials a key of the organisation takes its place.`,
      },
      gw: schemaRef('GatewayExtension'),
    },
  },
  ChatMessage: {
    type: 'object',
    required: ['role'],
    additionalProperties: true,
    properties: {
      role: { type: 'string', minLength: 1, examples: ['user'] },
      content: {
        oneOf: [
          { type: 'string', examples: ['Write one sentence about tides.'] },
          { type: 'array', items: schemaRef('ContentPart') },
          { type: 'null' },
        ],
      },
      tool_calls: {
        type: ['array', 'null'],
        items: { type: 'object', additionalProperties: true },
      },
      tool_call_id: { type: 'string', description: 'Of a message with the role `tool`.' },
      cache_control: cacheControl,
    },
  },
  ContentPart: {
    type: 'object',
    description:
      'A part of another type goes to the provider as it is. Data protection reads the texts; it does not look into images, audio and files, and the audit entry says so.',
    additionalProperties: true,
    properties: {
      type: { type: 'string', examples: ['text', 'image_url', 'file'] },
      text: { type: 'string', description: 'Of the type `text`.' },
      image_url: {
        type: 'object',
        description: 'Of the type `image_url`, for models that see.',
        additionalProperties: true,
        properties: {
          url: { type: 'string', description: 'An address, or a data URL with the bytes.' },
        },
      },
      file: {
        type: 'object',
        description:
          'Of the type `file`. It goes to the provider unchanged, so only models that take files take it; this release converts no documents.',
        additionalProperties: true,
        properties: {
          filename: { type: 'string', examples: ['report.pdf'] },
          file_data: {
            type: 'string',
            description: 'The bytes as a base64 data URL.',
            examples: ['data:application/pdf;base64,JVBERi0xLjcK'],
          },
        },
      },
      cache_control: cacheControl,
    },
  },
  CacheControl: {
    type: 'object',
    description: `Marks the end of a prefix that the provider should cache, on a message, a part or a tool. ${EXPLICIT_CACHE} OpenAI and Azure cache by themselves, so for them it is always left out.`,
    additionalProperties: true,
    properties: {
      type: { type: 'string', examples: ['ephemeral'] },
      ttl: { type: 'string', enum: ['5m', '1h'] },
    },
  },
  GatewayExtension: {
    type: 'object',
    description: "The gateway's own part of a request, in any JSON body. No provider ever sees it.",
    properties: {
      remove: {
        type: ['array', 'null'],
        minItems: 1,
        maxItems: 200,
        description:
          'Terms to replace by pseudonyms before anything is sent, whatever the mode of data protection. The answer holds the terms again.',
        items: schemaRef('RemovalTerm'),
      },
    },
  },
  RemovalTerm: {
    oneOf: [
      { type: 'string', minLength: 2, maxLength: 200, examples: ['Project Heron'] },
      {
        type: 'object',
        required: ['term'],
        properties: {
          term: { type: 'string', minLength: 2, maxLength: 200, examples: ['Project Heron'] },
          kind: {
            type: 'string',
            pattern: '^[a-z][a-z_]{0,30}[a-z]$',
            description: 'A word for it, which the pseudonym begins with.',
            examples: ['project'],
          },
        },
      },
    ],
  },
};
