import { schemaRef, type Schema } from '../document.js';

const content: Schema = {
  type: 'object',
  additionalProperties: true,
  properties: {
    role: { type: 'string', examples: ['user'] },
    parts: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
};

const vector: Schema = {
  type: 'object',
  required: ['values'],
  additionalProperties: true,
  properties: { values: { type: 'array', items: { type: 'number' } } },
};

/** Only what the gateway reads, checks or changes: the format itself is documented by its maker. */
export const geminiSchemas: Readonly<Record<string, Schema>> = {
  GeminiRequest: {
    type: 'object',
    description:
      "Listed are the fields that mean something to the gateway; names may be written with underscores, too. To a provider of this format every other field goes on as it was written, but `cachedContent`, which is refused. For one of another format the conversation is translated, and what only this format knows is left out: safety settings, the maker's own tools.",
    required: ['contents'],
    additionalProperties: true,
    properties: {
      contents: {
        type: 'array',
        minItems: 1,
        description:
          'Data protection reads the texts and the arguments and results of functions. It cannot look into images, which the audit entry says, and refuses other files unless the settings let them pass.',
        items: content,
      },
      systemInstruction: content,
      generationConfig: {
        type: ['object', 'null'],
        additionalProperties: true,
        description:
          '`maxOutputTokens` bounds the output of each of `candidateCount` answers, and with it the money that is held for the call. `thinkingConfig.includeThoughts` shows what a model thought, whatever provider answers.',
      },
      tools: { type: ['array', 'null'], items: { type: 'object', additionalProperties: true } },
      gw: schemaRef('GatewayExtension'),
    },
  },
  GeminiAnswer: {
    type: 'object',
    description: 'A response, or a piece of one in a stream; its fields are those of the format.',
    additionalProperties: true,
    properties: {
      candidates: { type: 'array', items: { type: 'object', additionalProperties: true } },
      modelVersion: { type: 'string', description: 'The model as the caller named it.' },
    },
  },
  GeminiError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'status'],
        properties: {
          code: { type: 'integer', description: 'The status of HTTP.' },
          message: { type: 'string' },
          status: { type: 'string' },
          details: { type: 'array', items: { type: 'object' } },
          param: { type: 'string', description: 'The field at fault, where one is.' },
          gw: { type: 'object', additionalProperties: true },
        },
      },
    },
  },
  GeminiEmbedRequest: {
    type: 'object',
    description:
      'One text as `content`, or many as `requests`. Names may be written with underscores, too. To a provider of this format every other field goes on as it was written.',
    additionalProperties: true,
    properties: {
      content,
      requests: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', additionalProperties: true },
      },
      gw: schemaRef('GatewayExtension'),
    },
  },
  GeminiEmbeddings: {
    type: 'object',
    description: '`embedding` for one text, `embeddings` for many.',
    additionalProperties: true,
    properties: {
      embedding: vector,
      embeddings: { type: 'array', items: vector },
    },
  },
  GeminiTokenCount: {
    type: 'object',
    required: ['totalTokens'],
    properties: { totalTokens: { type: 'integer', minimum: 0 } },
  },
  GeminiModel: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      displayName: { type: 'string' },
      inputTokenLimit: { type: 'integer' },
      outputTokenLimit: { type: 'integer' },
      supportedGenerationMethods: { type: 'array', items: { type: 'string' } },
    },
  },
  GeminiModelList: {
    type: 'object',
    required: ['models'],
    properties: {
      models: { type: 'array', items: schemaRef('GeminiModel') },
      nextPageToken: { type: 'string' },
    },
  },
};
