import {
  parameterRef,
  schemaRef,
  type ExternalDocs,
  type Operation,
  type Parameter,
  type Paths,
} from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { ANSWER_HEADERS, CONVERSATION_HEADERS, ID_HEADERS } from '../headers.js';

const REFERENCE: ExternalDocs = {
  url: 'https://ai.google.dev/api/generate-content',
  description: "Google's reference of this format",
};

const MODEL: Parameter = {
  name: 'model',
  in: 'path',
  required: true,
  description:
    "The whole id, `<provider>/<model>`, or an alias; its slashes as they are or as `%2F`. A bare name is the organisation's default provider's, else that of its first provider of the family `gemini`.",
  schema: { type: 'string' },
  example: 'sandbox/sandbox-chat',
};

const conversation = {
  contents: [{ role: 'user', parts: [{ text: 'Write one sentence about tides.' }] }],
};
const said = { role: 'model', parts: [{ text: 'Twice a day the sea leaves.' }] };
const answer = {
  candidates: [{ content: said, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 9, totalTokenCount: 21 },
  modelVersion: MODEL.example,
  responseId: 'r7Qx2',
};

const requestBody: NonNullable<Operation['requestBody']> = {
  required: true,
  content: {
    'application/json': {
      schema: schemaRef('GeminiRequest'),
      examples: { short: { summary: 'One question', value: conversation } },
    },
  },
};
const asked = { externalDocs: REFERENCE, tags: ['Gemini'], requestBody };
const whole = {
  schema: schemaRef('GeminiAnswer'),
  examples: { complete: { value: answer } },
};

const EMBEDDING_MODEL: Parameter = { ...MODEL, example: 'sandbox/embedding' };
const TRANSLATED =
  'Metered by tokens of the input, estimated where the provider tells none. To a provider of another format only texts are sent; all must ask for one `taskType` and one `outputDimensionality`.';
const text = (said: string): object => ({ parts: [{ text: said }] });
const VECTOR = { values: [0.5, -0.5, 0.5, 0.5] };
const EMBEDDINGS = {
  one: { embedding: VECTOR, usageMetadata: { promptTokenCount: 6 } },
  many: { embeddings: [VECTOR], usageMetadata: { promptTokenCount: 6 } },
};

const embedding = (
  value: object,
  count: keyof typeof EMBEDDINGS,
): Omit<Operation, 'operationId' | 'summary' | 'description'> => ({
  externalDocs: { ...REFERENCE, url: 'https://ai.google.dev/api/embeddings' },
  tags: ['Gemini'],
  parameters: [parameterRef('x-gw-upstream-timeout')],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaRef('GeminiEmbedRequest'),
        examples: { short: { summary: 'One text', value } },
      },
    },
  },
  responses: {
    '200': {
      description: 'The vectors, in the order of the texts.',
      headers: ANSWER_HEADERS,
      content: {
        'application/json': {
          schema: schemaRef('GeminiEmbeddings'),
          examples: { complete: { value: EMBEDDINGS[count] } },
        },
      },
    },
    ...errorResponses('Gemini'),
    ...PROVIDER_REFUSAL,
  },
});

const model = {
  name: 'models/sandbox/sandbox-chat',
  displayName: 'sandbox/sandbox-chat',
  supportedGenerationMethods: ['generateContent', 'countTokens'],
};

export const geminiPaths: Paths = {
  '/v1beta/models/{model}:generateContent': {
    parameters: [MODEL],
    post: {
      ...asked,
      operationId: 'generateContent',
      summary: 'Answer a conversation in the format of Gemini',
      description:
        'The same path through the gateway as for chat completions, and the same models: any model can be asked in each format. It is served under `/v1` as well, which newer SDKs of the format take. The key stands in `x-goog-api-key`, in `Authorization: Bearer` or in the query as `key`.',
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        parameterRef('cache-control'),
        parameterRef('x-gw-cache'),
      ],
      responses: {
        '200': {
          description: 'The answer.',
          headers: CONVERSATION_HEADERS,
          content: { 'application/json': whole },
        },
        ...errorResponses('Gemini'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
  '/v1beta/models/{model}:streamGenerateContent': {
    parameters: [
      MODEL,
      {
        name: 'alt',
        in: 'query',
        required: false,
        description: '`sse` for events; without it the stream is one JSON array.',
        schema: { type: 'string' },
      },
    ],
    post: {
      ...asked,
      operationId: 'streamGenerateContent',
      summary: 'The same as a stream',
      description:
        'The last piece says why the answer ended, and what it used. A stream that breaks ends with an error in their place.',
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        parameterRef('cache-control'),
        parameterRef('x-gw-cache'),
      ],
      responses: {
        '200': {
          description: 'Pieces of the answer, as they come.',
          headers: CONVERSATION_HEADERS,
          content: {
            'text/event-stream': {
              schema: { oneOf: [schemaRef('GeminiAnswer'), schemaRef('GeminiError')] },
              examples: {
                complete: {
                  summary: 'A whole stream',
                  value: `data: ${JSON.stringify(answer)}\n\n`,
                },
              },
            },
          },
        },
        ...errorResponses('Gemini'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
  '/v1beta/models/{model}:embedContent': {
    parameters: [EMBEDDING_MODEL],
    post: {
      ...embedding({ content: text('Herons fish at dawn.'), outputDimensionality: 4 }, 'one'),
      operationId: 'embedContent',
      summary: 'Turn a text into a vector in the format of Gemini',
      description: `For every provider that has models for it. ${TRANSLATED}`,
    },
  },
  '/v1beta/models/{model}:batchEmbedContents': {
    parameters: [EMBEDDING_MODEL],
    post: {
      ...embedding({ requests: [{ content: text('Herons fish at dawn.') }] }, 'many'),
      operationId: 'batchEmbedContents',
      summary: 'Turn texts into vectors in the format of Gemini',
      description: `What SDKs of the format ask, for a single text, too. A model named in a request must be that of the path. ${TRANSLATED}`,
    },
  },
  '/v1beta/models/{model}:countTokens': {
    parameters: [MODEL],
    post: {
      ...asked,
      operationId: 'countGeminiTokens',
      summary: 'Estimate the tokens of a request',
      description:
        'Counted by the gateway alone: nothing is sent, stored or billed. An estimate, of which money is held for a call, too.',
      responses: {
        '200': {
          description: 'The estimate.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('GeminiTokenCount'),
              examples: { count: { value: { totalTokens: 12 } } },
            },
          },
        },
        ...errorResponses('Gemini'),
      },
    },
  },
  '/v1beta/models': {
    get: {
      operationId: 'listGeminiModels',
      summary: 'List the models of a key in the format of Gemini',
      description: 'Under `/v1/models`, too, for clients that send `x-goog-api-key`.',
      tags: ['Gemini'],
      responses: {
        '200': {
          description: 'One page; `pageSize` and `pageToken` lead through the list.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('GeminiModelList'),
              examples: { list: { value: { models: [model] } } },
            },
          },
        },
        ...errorResponses('GeminiModels'),
      },
    },
  },
  '/v1beta/models/{model}': {
    parameters: [MODEL],
    get: {
      operationId: 'getGeminiModel',
      summary: 'Describe one model',
      tags: ['Gemini'],
      responses: {
        '200': {
          description: 'The model.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('GeminiModel'),
              examples: { model: { value: model } },
            },
          },
        },
        ...errorResponses('GeminiModels'),
      },
    },
  },
};
