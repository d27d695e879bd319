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
import { vendorReference } from '../vendor-reference.js';

interface Forwarded {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Of the vendor's reference, where the format has one maker. */
  readonly page?: string;
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
const upload = (schema: string, value: object): Content => ({
  'multipart/form-data': { schema: schemaRef(schema), examples: { request: { value } } },
});
/** How an example shows the bytes of a file. */
const BINARY = '(binary)';

const operation = (forwarded: Forwarded): Operation => ({
  operationId: forwarded.id,
  summary: forwarded.summary,
  ...(forwarded.description !== undefined && { description: forwarded.description }),
  ...(forwarded.page !== undefined && { externalDocs: vendorReference(forwarded.page) }),
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
    page: 'completions/create',
    summary: 'Complete a text, the older way',
    request: asked({ model: 'openai/gpt-3.5-turbo-instruct', prompt: 'Twice a day the sea' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/embeddings': post({
    id: 'createEmbedding',
    page: 'embeddings/create',
    summary: 'Turn text into vectors',
    request: asked({
      model: 'openai/text-embedding-3-small',
      input: 'Twice a day the sea leaves.',
    }),
  }),
  '/v1/moderations': post({
    id: 'createModeration',
    page: 'moderations/create',
    summary: 'Classify text for moderation',
    request: asked({ model: 'openai/omni-moderation-latest', input: 'A harmless sentence.' }),
  }),
  '/v1/responses': post({
    id: 'createResponse',
    page: 'responses/create',
    summary: 'Answer in the Responses format',
    request: asked({ model: 'openai/gpt-5', input: 'Write one sentence about tides.' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/audio/transcriptions': post({
    id: 'createTranscription',
    page: 'audio/createTranscription',
    summary: 'Turn speech into text',
    request: upload('ForwardedForm', { model: 'openai/gpt-4o-transcribe', file: BINARY }),
    answer: { ...JSON_ANSWER, 'text/plain': { schema: { type: 'string' } }, ...EVENTS },
  }),
  '/v1/audio/translations': post({
    id: 'createTranslation',
    page: 'audio/createTranslation',
    summary: 'Turn speech into English text',
    request: upload('ForwardedForm', { model: 'openai/whisper-1', file: BINARY }),
    answer: { ...JSON_ANSWER, 'text/plain': { schema: { type: 'string' } } },
  }),
  '/v1/audio/speech': post({
    id: 'createSpeech',
    page: 'audio/createSpeech',
    summary: 'Turn text into speech',
    request: asked({ model: 'openai/gpt-4o-mini-tts', voice: 'alloy', input: 'Good morning.' }),
    answer: { ...BYTES, ...EVENTS },
  }),
  '/v1/images/generations': post({
    id: 'createImage',
    page: 'images/create',
    summary: 'Draw an image',
    request: asked({ model: 'openai/gpt-image-1', prompt: 'A heron on a stone.' }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/images/edits': post({
    id: 'editImage',
    page: 'images/createEdit',
    summary: 'Change an image',
    request: upload('ForwardedForm', {
      model: 'openai/gpt-image-1',
      prompt: 'Make it night.',
      image: BINARY,
    }),
    answer: { ...JSON_ANSWER, ...EVENTS },
  }),
  '/v1/video/generations': post({
    id: 'createVideo',
    summary: 'Make a video',
    description: 'For providers that have this path.',
    request: asked({ model: 'provider/model', prompt: 'A heron takes off.' }),
  }),
  '/v1/files': {
    get: operation({
      id: 'listFiles',
      page: 'files/list',
      summary: 'List files',
      namesProvider: true,
    }),
    post: operation({
      id: 'uploadFile',
      page: 'files/create',
      summary: 'Upload a file',
      request: upload('ForwardedFile', { purpose: 'user_data', file: BINARY }),
      namesProvider: true,
    }),
  },
  '/v1/files/{file_id}': {
    parameters: [FILE_PARAMETER],
    get: operation({
      id: 'getFile',
      page: 'files/retrieve',
      summary: 'Describe a file',
      namesProvider: true,
    }),
    delete: operation({
      id: 'deleteFile',
      page: 'files/delete',
      summary: 'Delete a file',
      namesProvider: true,
    }),
  },
  '/v1/files/{file_id}/content': {
    parameters: [FILE_PARAMETER],
    get: operation({
      id: 'downloadFile',
      page: 'files/retrieve-contents',
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
        'Forwarded where the setting `forward` of the workload lists the path, `PUT` and `PATCH` too. Paths that administer a provider are never forwarded. The paths of the product that this release does not serve are answered 404 and never forwarded: those below `/v1/messages`, `/v1/ocr`, `/v1/systemone`, `/v1/documents`, `/v1/mcp` and `/v1/vector_stores`.',
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...BYTES },
    }),
    post: operation({
      id: 'forwardPost',
      summary: 'Any other path that writes',
      description:
        'Forwarded where the setting `forward` of the workload lists the path. The model comes from the body, `model` in JSON or a form field; without one `x-gw-provider` says who serves it. What no price covers (batches, fine-tuning) is refused while a budget, the cap or credit applies.',
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
