import {
  parameterRef,
  schemaRef,
  type Content,
  type Operation,
  type Parameter,
  type PathItem,
  type Paths,
} from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { ANSWER_HEADERS } from '../headers.js';

interface Forwarded {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly request?: Content;
  readonly answer?: Content;
  /** The path names no model, so the header says who serves it. */
  readonly namesProvider?: boolean;
}

const JSON_ANSWER: Content = { 'application/json': { schema: schemaRef('ForwardedAnswer') } };
const EVENTS: Content = { 'text/event-stream': { schema: { type: 'string' } } };
const BYTES: Content = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

const asked = (value: object): Content => ({
  'application/json': {
    schema: schemaRef('ForwardedRequest'),
    examples: { request: { value } },
  },
});
const upload = (schema: string): Content => ({
  'multipart/form-data': { schema: schemaRef(schema) },
});

const operation = (forwarded: Forwarded): Operation => ({
  operationId: forwarded.id,
  summary: forwarded.summary,
  ...(forwarded.description !== undefined && { description: forwarded.description }),
  tags: ['Forwarded paths'],
  parameters: [
    ...(forwarded.namesProvider ? [parameterRef('x-gw-provider')] : []),
    parameterRef('x-gw-upstream-timeout'),
  ],
  ...(forwarded.request && { requestBody: { required: true, content: forwarded.request } }),
  responses: {
    '200': {
      description: "The provider's answer.",
      headers: ANSWER_HEADERS,
      content: forwarded.answer ?? JSON_ANSWER,
    },
    ...errorResponses('Forwarded'),
    ...PROVIDER_REFUSAL,
  },
});

const post = (forwarded: Forwarded): PathItem => ({ post: operation(forwarded) });

const inPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

const FILE_PARAMETER = inPath('file_id', "The provider's id of the file.");

export const forwardedPaths: Paths = {
  '/v1/completions': post({
    id: 'createCompletion',
    summary: 'Complete a text, the older way',
    request: asked({ model: 'openai/gpt-3.5-turbo-instruct', prompt: 'Twice a day the sea' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/embeddings': post({
    id: 'createEmbedding',
    summary: 'Turn text into vectors',
    request: asked({
      model: 'openai/text-embedding-3-small',
      input: 'Twice a day the sea leaves.',
    }),
  }),
  '/v1/moderations': post({
    id: 'createModeration',
    summary: 'Classify text for moderation',
    request: asked({ model: 'openai/omni-moderation-latest', input: 'A harmless sentence.' }),
  }),
  '/v1/responses': post({
    id: 'createResponse',
    summary: 'Answer in the Responses format',
    request: asked({ model: 'openai/gpt-5', input: 'Write one sentence about tides.' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/audio/transcriptions': post({
    id: 'createTranscription',
    summary: 'Turn speech into text',
    request: upload('ForwardedUpload'),
    answer: { ...JSON_ANSWER, 'text/plain': { schema: { type: 'string' } }, ...EVENTS },
  }),
  '/v1/audio/translations': post({
    id: 'createTranslation',
    summary: 'Turn speech into English text',
    request: upload('ForwardedUpload'),
    answer: { ...JSON_ANSWER, 'text/plain': { schema: { type: 'string' } } },
  }),
  '/v1/audio/speech': post({
    id: 'createSpeech',
    summary: 'Turn text into speech',
    request: asked({ model: 'openai/gpt-4o-mini-tts', voice: 'alloy', input: 'Good morning.' }),
    answer: { ...BYTES, ...EVENTS },
  }),
  '/v1/images/generations': post({
    id: 'createImage',
    summary: 'Draw an image',
    request: asked({ model: 'openai/gpt-image-1', prompt: 'A heron on a stone.' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/images/edits': post({
    id: 'editImage',
    summary: 'Change an image',
    request: upload('ForwardedImages'),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/video/generations': post({
    id: 'createVideo',
    summary: 'Make a video',
    description: 'For providers that have this path.',
    request: asked({ model: 'provider/model', prompt: 'A heron takes off.' }),
  }),
  '/v1/files': {
    get: operation({ id: 'listFiles', summary: 'List files', namesProvider: true }),
    post: operation({
      id: 'uploadFile',
      summary: 'Upload a file',
      request: upload('ForwardedFile'),
      namesProvider: true,
    }),
  },
  '/v1/files/{file_id}': {
    parameters: [FILE_PARAMETER],
    get: operation({ id: 'getFile', summary: 'Describe a file', namesProvider: true }),
    delete: operation({ id: 'deleteFile', summary: 'Delete a file', namesProvider: true }),
  },
  '/v1/files/{file_id}/content': {
    parameters: [FILE_PARAMETER],
    get: operation({
      id: 'downloadFile',
      summary: 'Download a file',
      answer: { ...BYTES, ...JSON_ANSWER },
      namesProvider: true,
    }),
  },
  '/v1/{path}': {
    parameters: [inPath('path', 'Any further path; it may hold slashes.')],
    get: operation({
      id: 'forwardGet',
      summary: 'Any other path that reads',
      description:
        'Every method is forwarded, `PUT` and `PATCH` too. The paths of the product that this release does not serve are answered 404 and never forwarded: those below `/v1/messages`, `/v1/ocr`, `/v1/systemone`, `/v1/documents`, `/v1/mcp` and `/v1/vector_stores`.',
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...BYTES },
    }),
    post: operation({
      id: 'forwardPost',
      summary: 'Any other path that writes',
      description:
        'The model comes from the body, `model` in JSON or a form field; without one `x-gw-provider` says who serves it.',
      request: { 'application/json': { schema: schemaRef('ForwardedAny') } },
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...EVENTS, ...BYTES },
    }),
    delete: operation({
      id: 'forwardDelete',
      summary: 'Any other path that deletes',
      namesProvider: true,
    }),
  },
};
