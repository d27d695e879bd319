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
import { answers, BYTES, EVENTS, JSON_ANSWER, TEXT } from './forwarded-answers.js';

interface Forwarded {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** Of the vendor's reference, where the format has one maker. */
  readonly page?: string;
  readonly request?: Content;
  readonly answer?: Content;
  /** The path names no model, so the header says who serves it. */
  readonly namesProvider?: boolean;
}

/** Of an operation whose example does not work on a first run. */
export const NOT_IN_SANDBOX = 'The sandbox does not serve it: take a model of another provider.';

const asked = (value: object): Content => ({
  'application/json': {
    schema: schemaRef('ForwardedRequest'),
    examples: { request: { value } },
  },
});
const upload = (schema: string, value: object): Content => ({
  'multipart/form-data': { schema: schemaRef(schema), examples: { request: { value } } },
});
/** A file of any content will do for the sandbox; clients send the bytes of theirs. */
const CONTENT = 'Twice a day the sea leaves.';

const operation = (forwarded: Forwarded): Operation => ({
  operationId: forwarded.id,
  summary: forwarded.summary,
  description: forwarded.description,
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
const RESPONSE_PARAMETER = inPath('response_id', "The provider's id of the response.");
const ANY_BODY: Content = { 'application/json': { schema: schemaRef('ForwardedAny') } };
const OWN_FILE = 'For the workload that uploaded it; for others there is no such file.';
const STORED = `For the workload that made it. The sandbox stores none, so it answers 404 there.`;
const LISTED =
  'Forwarded where the setting `forward` of the workload lists the path; 403 elsewhere.';

export const forwardedPaths: Paths = {
  '/v1/completions': post({
    id: 'createCompletion',
    page: 'completions/create',
    summary: 'Complete a text, the older way',
    description: 'Metered by tokens.',
    request: asked({ model: 'sandbox/sandbox-chat', prompt: 'Twice a day the sea' }),
    answer: { ...answers.completion, ...EVENTS },
  }),
  '/v1/embeddings': post({
    id: 'createEmbedding',
    page: 'embeddings/create',
    summary: 'Turn text into vectors',
    description: 'Metered by tokens of the input.',
    request: asked({ model: 'sandbox/embedding', input: CONTENT, dimensions: 4 }),
    answer: answers.embedding,
  }),
  '/v1/moderations': post({
    id: 'createModeration',
    page: 'moderations/create',
    summary: 'Classify text for moderation',
    description: 'Judged by the provider. What data protection found is replaced before.',
    request: asked({ model: 'sandbox/moderation', input: 'A harmless sentence.' }),
    answer: answers.moderation,
  }),
  '/v1/rerank': post({
    id: 'rerank',
    summary: 'Order texts by how well they answer a question',
    description: `For providers that have this path. Refused with 403 while a budget, cap or credit applies, since what a video costs cannot be known. ${NOT_IN_SANDBOX}`,
    request: asked({
      model: 'provider/model',
      query: 'When does the sea leave?',
      documents: ['Herons fish at dawn.', CONTENT],
    }),
    answer: answers.ranking,
  }),
  '/v1/responses': post({
    id: 'createResponse',
    page: 'responses/create',
    summary: 'Answer in the Responses format',
    description:
      'For models of providers that speak this format. `background: true` is refused, since its usage is not known when the call ends. A stored response belongs to the workload that made it.',
    request: asked({ model: 'sandbox/sandbox-chat', input: 'Write one sentence about tides.' }),
    answer: { ...answers.response, ...EVENTS },
  }),
  '/v1/responses/{response_id}': {
    parameters: [RESPONSE_PARAMETER],
    get: operation({
      id: 'getResponse',
      page: 'responses/get',
      summary: 'Read a stored response',
      description: STORED,
      answer: { ...answers.response, ...EVENTS },
      namesProvider: true,
    }),
    delete: operation({
      id: 'deleteResponse',
      page: 'responses/delete',
      summary: 'Delete a stored response',
      description: STORED,
      answer: answers.responseDeleted,
      namesProvider: true,
    }),
  },
  '/v1/responses/{response_id}/input_items': {
    parameters: [RESPONSE_PARAMETER],
    get: operation({
      id: 'listResponseItems',
      page: 'responses/input-items',
      summary: 'List what a stored response answered',
      description: STORED,
      answer: answers.responseItems,
      namesProvider: true,
    }),
  },
  '/v1/responses/{response_id}/cancel': {
    parameters: [RESPONSE_PARAMETER],
    post: operation({
      id: 'cancelResponse',
      page: 'responses/cancel',
      summary: 'Stop a response that is being made',
      description: STORED,
      answer: answers.responseCancelled,
      namesProvider: true,
    }),
  },
  '/v1/audio/transcriptions': post({
    id: 'createTranscription',
    page: 'audio/createTranscription',
    summary: 'Turn speech into text',
    description: 'Metered by seconds or tokens, as the provider counts.',
    request: upload('ForwardedForm', { model: 'sandbox/transcribe', file: CONTENT }),
    answer: { ...answers.transcript, ...TEXT, ...EVENTS },
  }),
  '/v1/audio/translations': post({
    id: 'createTranslation',
    page: 'audio/createTranslation',
    summary: 'Turn speech into English text',
    description: 'Metered by seconds or tokens, as the provider counts.',
    request: upload('ForwardedForm', { model: 'sandbox/transcribe', file: CONTENT }),
    answer: { ...answers.transcript, ...TEXT },
  }),
  '/v1/audio/speech': post({
    id: 'createSpeech',
    page: 'audio/createSpeech',
    summary: 'Turn text into speech',
    description: 'The answer is the recording itself.',
    request: asked({ model: 'sandbox/speech', voice: 'alloy', input: 'Good morning.' }),
    answer: { ...BYTES, ...EVENTS },
  }),
  '/v1/images/generations': post({
    id: 'createImage',
    page: 'images/create',
    summary: 'Draw an image',
    description: 'Metered by images or tokens, as the model is priced.',
    request: asked({ model: 'sandbox/image', prompt: 'A heron on a stone.' }),
    answer: { ...answers.image, ...EVENTS },
  }),
  '/v1/images/edits': post({
    id: 'editImage',
    page: 'images/createEdit',
    summary: 'Change an image',
    description: 'Metered by images or tokens, as the model is priced.',
    request: upload('ForwardedImage', {
      model: 'sandbox/image',
      prompt: 'Make it night.',
      image: CONTENT,
    }),
    answer: { ...answers.image, ...EVENTS },
  }),
  '/v1/images/variations': post({
    id: 'createImageVariation',
    page: 'images/createVariation',
    summary: 'Draw an image like another one',
    description: `Metered by images. ${NOT_IN_SANDBOX}`,
    request: upload('ForwardedImage', { model: 'provider/model', image: CONTENT }),
    answer: answers.image,
  }),
  '/v1/video/generations': post({
    id: 'createVideo',
    summary: 'Make a video',
    description: `For providers that have this path. ${NOT_IN_SANDBOX}`,
    request: asked({ model: 'provider/model', prompt: 'A heron takes off.' }),
    answer: answers.video,
  }),
  '/v1/files': {
    get: operation({
      id: 'listFiles',
      page: 'files/list',
      summary: 'List files',
      description:
        'Refused with 403 unless `organisation.share_ids` is on, which it is not on a first run: the list shows what other workloads uploaded, too.',
      answer: answers.fileList,
      namesProvider: true,
    }),
    post: operation({
      id: 'uploadFile',
      page: 'files/create',
      summary: 'Upload a file',
      description:
        'The file belongs to the workload that uploaded it. Its `id` in the answer is what the paths below take; their shell examples read it from `FILE_ID`.',
      request: upload('ForwardedFile', { purpose: 'user_data', file: CONTENT }),
      answer: answers.file,
      namesProvider: true,
    }),
  },
  '/v1/files/{file_id}': {
    parameters: [FILE_PARAMETER],
    get: operation({
      id: 'getFile',
      page: 'files/retrieve',
      summary: 'Describe a file',
      description: OWN_FILE,
      answer: answers.file,
      namesProvider: true,
    }),
    delete: operation({
      id: 'deleteFile',
      page: 'files/delete',
      summary: 'Delete a file',
      description: OWN_FILE,
      answer: answers.fileDeleted,
      namesProvider: true,
    }),
  },
  '/v1/files/{file_id}/content': {
    parameters: [FILE_PARAMETER],
    get: operation({
      id: 'downloadFile',
      page: 'files/retrieve-contents',
      summary: 'Download a file',
      description: OWN_FILE,
      answer: { ...BYTES, ...JSON_ANSWER },
      namesProvider: true,
    }),
  },
  '/v1/{path}': {
    parameters: [
      { ...inPath('path', 'Any further path; it may hold slashes.'), example: 'batches' },
    ],
    get: operation({
      id: 'forwardGet',
      summary: 'Any other path that reads',
      description: `${LISTED} \`HEAD\` goes the same way. Paths that administer a provider are never forwarded. The paths of the product that this release does not serve are answered 404 and never forwarded: those below \`/v1/messages\`, \`/v1/ocr\`, \`/v1/systemone\`, \`/v1/documents\`, \`/v1/mcp\` and \`/v1/vector_stores\`.`,
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...BYTES },
    }),
    post: operation({
      id: 'forwardPost',
      summary: 'Any other path that writes',
      description: `${LISTED} The model comes from the body, \`model\` in JSON or a form field; without one \`x-gw-provider\` says who serves it. What no price covers (batches, fine-tuning) is refused while a budget, the cap or credit applies.`,
      request: ANY_BODY,
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...EVENTS, ...BYTES },
    }),
    put: operation({
      id: 'forwardPut',
      summary: 'Any other path that replaces',
      description: LISTED,
      request: ANY_BODY,
      namesProvider: true,
    }),
    patch: operation({
      id: 'forwardPatch',
      summary: 'Any other path that changes',
      description: LISTED,
      request: ANY_BODY,
      namesProvider: true,
    }),
    delete: operation({
      id: 'forwardDelete',
      summary: 'Any other path that deletes',
      description: LISTED,
      namesProvider: true,
    }),
  },
};
