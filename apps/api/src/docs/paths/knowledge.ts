import { parameterRef, schemaRef, type Parameter, type Paths } from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ANSWER_HEADERS, ID_HEADERS } from '../headers.js';

const STORES = '/v1/vector_stores';
const id = 'vs_gw_0199f0c01a2b7c3d8e4f5a6b7c8d9e0f';
const fileId = 'file_gw_0199f0c11a2b7c3d8e4f5a6b7c8d9e0f';

const store = {
  id,
  object: 'vector_store',
  created_at: 1_767_348_000,
  name: 'handbook',
  usage_bytes: 48_213,
  file_counts: { in_progress: 0, completed: 3, failed: 0, cancelled: 0, total: 3 },
  status: 'completed',
  expires_at: null,
  last_active_at: null,
  metadata: {},
};
const file = {
  id: fileId,
  object: 'vector_store.file',
  created_at: 1_767_348_060,
  vector_store_id: id,
  filename: 'taxes.pdf',
  status: 'completed',
  usage_bytes: 20_118,
  last_error: null,
  attributes: { year: 2026 },
  chunking_strategy: {
    type: 'static',
    static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 400 },
  },
};
const page = {
  object: 'vector_store.search_results.page',
  search_query: ['When is value added tax due?'],
  data: [
    {
      file_id: fileId,
      filename: 'taxes.pdf',
      score: 0.83,
      attributes: { year: 2026 },
      content: [{ type: 'text', text: 'Value added tax is due on the tenth of each month.' }],
    },
  ],
  has_more: false,
  next_page: null,
};
const listOf = (item: { readonly id: string }) => ({
  object: 'list',
  data: [item],
  first_id: item.id,
  last_id: item.id,
  has_more: false,
});

const path = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});
const ofStore = path('id', 'Of the store.', id);
const paging: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'How many.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  {
    name: 'after',
    in: 'query',
    description: 'The last id of the page before.',
    schema: { type: 'string' },
  },
];

/** A first run has no store yet. */
const NEEDS = { 'x-needs': 'A vector store: make one in the Console first.' } as const;
const json = (description: string, schema: string, value: object) => ({
  '200': {
    description,
    headers: ID_HEADERS,
    content: {
      'application/json': { schema: schemaRef(schema), examples: { example: { value } } },
    },
  },
});

export const knowledgePaths: Paths = {
  [STORES]: {
    get: {
      operationId: 'listVectorStores',
      summary: 'The vector stores of a key',
      ...NEEDS,
      description:
        'Those of the gateway that the workload was granted. Where it was granted none, the path is forwarded, as are ids of providers.',
      tags: ['Knowledge'],
      parameters: [...paging],
      responses: {
        ...json('Stores, by name.', 'VectorStoreList', listOf(store)),
        ...errorResponses('VectorStores'),
      },
    },
  },
  [`${STORES}/{id}`]: {
    get: {
      operationId: 'getVectorStore',
      summary: 'A vector store',
      ...NEEDS,
      tags: ['Knowledge'],
      parameters: [ofStore],
      responses: {
        ...json('The store.', 'VectorStore', store),
        ...errorResponses('VectorStore'),
      },
    },
  },
  [`${STORES}/{id}/files`]: {
    get: {
      operationId: 'listVectorStoreFiles',
      summary: 'The documents of a vector store',
      ...NEEDS,
      tags: ['Knowledge'],
      parameters: [ofStore, ...paging],
      responses: {
        ...json('Documents, newest first.', 'VectorStoreFileList', listOf(file)),
        ...errorResponses('VectorStore'),
      },
    },
  },
  [`${STORES}/{id}/files/{file_id}`]: {
    get: {
      operationId: 'getVectorStoreFile',
      summary: 'A document of a vector store',
      ...NEEDS,
      tags: ['Knowledge'],
      parameters: [ofStore, path('file_id', 'Of the document.', fileId)],
      responses: {
        ...json('The document.', 'VectorStoreFile', file),
        ...errorResponses('VectorStore'),
      },
    },
  },
  [`${STORES}/{id}/search`]: {
    post: {
      operationId: 'searchVectorStore',
      summary: 'Passages by what they mean',
      ...NEEDS,
      description:
        'The query is embedded as a call of the key: inspected, routed, sealed and metered. Every vector of the store is looked at. `rewrite_query` is taken and changes nothing. See docs/knowledge.md.',
      tags: ['Knowledge'],
      parameters: [ofStore, parameterRef('x-gw-upstream-timeout')],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('VectorStoreSearch'),
            examples: {
              filtered: {
                value: {
                  query: 'When is value added tax due?',
                  max_num_results: 5,
                  filters: { type: 'gte', key: 'year', value: 2025 },
                },
              },
            },
          },
        },
      },
      responses: {
        '200': {
          description: 'What was found, nearest first.',
          headers: ANSWER_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('VectorStoreSearchPage'),
              examples: { found: { value: page } },
            },
          },
        },
        ...errorResponses('VectorStoreSearch'),
      },
    },
  },
};
