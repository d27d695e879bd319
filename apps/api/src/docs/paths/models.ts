import type { ModelEntry } from '#contract';
import { schemaRef, type Paths } from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ID_HEADERS } from '../headers.js';

const model: ModelEntry = {
  id: 'sandbox/sandbox-chat',
  object: 'model',
  created: 0,
  owned_by: 'sandbox',
  gw: { sandbox: true, context_tokens: null, max_output_tokens: null, takes: ['chat'] },
};
const alias: ModelEntry = {
  id: 'gw/fast',
  object: 'model',
  created: 0,
  owned_by: 'alias',
  gw: { sandbox: false, context_tokens: null, max_output_tokens: null, takes: ['chat'] },
};

export const modelPaths: Paths = {
  '/v1/models': {
    get: {
      operationId: 'listModels',
      summary: 'List the models of a key',
      description:
        "Aliases and models that the settings list and the workload's allow-list lets through. A provider may serve models that are not listed, if they have a price.",
      tags: ['Models'],
      responses: {
        '200': {
          description: 'The list; nothing is paged.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('ModelList'),
              examples: { list: { value: { object: 'list', data: [alias, model] } } },
            },
          },
        },
        ...errorResponses('ModelList'),
      },
    },
  },
  '/v1/models/{id}': {
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The whole id. Its slashes are written as they are, or as `%2F`.',
        schema: { type: 'string' },
        example: 'sandbox/sandbox-chat',
      },
    ],
    get: {
      operationId: 'getModel',
      summary: 'Describe one model',
      tags: ['Models'],
      responses: {
        '200': {
          description: 'The model.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('Model'),
              examples: { model: { value: model } },
            },
          },
        },
        ...errorResponses('Model'),
      },
    },
  },
};
