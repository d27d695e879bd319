import { schemaRef, type Schema } from '../document.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const textOrNone: Schema = { type: ['string', 'null'] };

const attributes: Schema = {
  type: 'object',
  description: 'Up to 16 texts, numbers or truths.',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
};

const listOf = (schema: string): Schema => ({
  type: 'object',
  required: ['object', 'data', 'first_id', 'last_id', 'has_more'],
  properties: {
    object: { type: 'string', enum: ['list'] },
    data: { type: 'array', items: schemaRef(schema) },
    first_id: textOrNone,
    last_id: textOrNone,
    has_more: { type: 'boolean' },
  },
});

export const knowledgeSchemas: Readonly<Record<string, Schema>> = {
  VectorStore: {
    type: 'object',
    required: ['id', 'object', 'created_at', 'name', 'usage_bytes', 'file_counts', 'status'],
    properties: {
      id: text,
      object: { type: 'string', enum: ['vector_store'] },
      created_at: count,
      name: text,
      usage_bytes: { ...count, description: 'Of the documents as they were uploaded.' },
      file_counts: {
        type: 'object',
        required: ['in_progress', 'completed', 'failed', 'cancelled', 'total'],
        properties: {
          in_progress: count,
          completed: count,
          failed: count,
          cancelled: count,
          total: count,
        },
      },
      status: { type: 'string', enum: ['in_progress', 'completed'] },
      expires_at: { type: 'null' },
      last_active_at: { type: 'null' },
      metadata: { type: 'object' },
    },
  },
  VectorStoreList: listOf('VectorStore'),
  VectorStoreFile: {
    type: 'object',
    required: [
      'id',
      'object',
      'created_at',
      'vector_store_id',
      'filename',
      'status',
      'usage_bytes',
    ],
    properties: {
      id: text,
      object: { type: 'string', enum: ['vector_store.file'] },
      created_at: count,
      vector_store_id: text,
      filename: text,
      status: { type: 'string', enum: ['in_progress', 'completed', 'failed'] },
      usage_bytes: count,
      last_error: {
        type: ['object', 'null'],
        description: 'Why it failed.',
        properties: { code: text, message: text },
      },
      attributes,
      chunking_strategy: { type: 'object' },
    },
  },
  VectorStoreFileList: listOf('VectorStoreFile'),
  VectorStoreSearch: {
    type: 'object',
    required: ['query'],
    additionalProperties: false,
    properties: {
      query: {
        description: 'What is sought; up to eight texts, of which a passage counts by the nearest.',
        oneOf: [text, { type: 'array', items: text, minItems: 1, maxItems: 8 }],
      },
      max_num_results: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      filters: {
        type: 'object',
        description:
          '`{type, key, value}` with `eq`, `ne`, `gt`, `gte`, `lt`, `lte`, `in` or `nin`, or `{type, filters}` with `and` or `or`.',
      },
      ranking_options: {
        type: 'object',
        properties: { score_threshold: { type: 'number', minimum: 0, maximum: 1 } },
      },
      rewrite_query: { type: 'boolean' },
    },
  },
  VectorStoreSearchPage: {
    type: 'object',
    required: ['object', 'search_query', 'data', 'has_more', 'next_page'],
    properties: {
      object: { type: 'string', enum: ['vector_store.search_results.page'] },
      search_query: { type: 'array', items: text },
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['file_id', 'filename', 'score', 'attributes', 'content'],
          properties: {
            file_id: text,
            filename: text,
            score: { type: 'number', description: 'The cosine.' },
            attributes,
            content: {
              type: 'array',
              items: {
                type: 'object',
                required: ['type', 'text'],
                properties: { type: { type: 'string', enum: ['text'] }, text },
              },
            },
          },
        },
      },
      has_more: { type: 'boolean' },
      next_page: { type: 'null' },
    },
  },
};
