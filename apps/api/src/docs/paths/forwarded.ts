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
  /** See `x-needs` of the document. */
  readonly needs?: string;
}

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
  ...(forwarded.needs !== undefined && { 'x-needs': forwarded.needs }),
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
const OWN_FILE = 'For the workload that uploaded it; for others there is no such file.';
const STORED = 'For the workload that made it; for others there is no such response.';
const READ_BACK = `${STORED} Values that data protection replaced stay replaced: the gateway keeps none of them.`;
const LISTED =
  'Forwarded where the setting `forward` of the workload lists the path; 403 `path_not_allowed` elsewhere.';
const listed = (method: string): string =>
  `\`forward: ['${method} /v1/batches/**']\` at the workload in the settings file, and a provider that has the path, named in the place of \`sandbox\`.`;
const BATCH = {
  input_file_id: 'file-7Qx2',
  endpoint: '/v1/chat/completions',
  completion_window: '24h',
};
const anyBody = (value: object): Content => ({
  'application/json': { schema: schemaRef('ForwardedAny'), examples: { request: { value } } },
});

export const forwardedPaths: Paths = {
  '/v1/completions': post({
    id: 'createCompletion',
    page: 'completions/create',
    summary: 'Complete a text, the older way',
    description:
      'For every provider. Forwarded as it is where the provider has this path; elsewhere each prompt is asked as a conversation of its own: then prompts are texts, `echo`, `suffix`, `logprobs` and `best_of` above 1 are refused, a stream answers one prompt, and nothing but `max_tokens` bounds the answer. Metered by tokens.',
    request: asked({ model: 'sandbox/sandbox-chat', prompt: 'Twice a day the sea' }),
    answer: { ...answers.completion, ...EVENTS },
  }),
  '/v1/embeddings': post({
    id: 'createEmbedding',
    page: 'embeddings/create',
    summary: 'Turn text into vectors',
    description:
      "For every provider that has models for it. Forwarded as it is to one of OpenAI's format; else translated: then `input` is one text or up to 1 024 of them, and no tokens. `encoding_format` `base64` is made here where a provider gives numbers. Metered by tokens of the input, estimated where the provider tells none.",
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
    description: 'For providers that have this path. Metered by tokens.',
    request: asked({
      model: 'sandbox/rerank',
      query: 'When does the sea leave?',
      documents: ['Herons fish at dawn.', CONTENT],
    }),
    answer: answers.ranking,
  }),
  '/v1/responses/{response_id}': {
    parameters: [RESPONSE_PARAMETER],
    get: operation({
      id: 'getResponse',
      page: 'responses/get',
      summary: 'Read a stored response',
      description: READ_BACK,
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
      description: READ_BACK,
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
      description: `${STORED} Providers refuse it for one that is made already.`,
      needs: 'a response that its provider is still making.',
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
    description:
      'Forwarded as it is to a provider of this format. Image models of Gemini are asked in a conversation for each of `n` pictures, up to 10, and answer in `b64_json`: of `size` the ratio is kept, members that such a model cannot keep are refused, and a picture that it does not make is left out, or is 400 where it makes none. Metered by images or tokens, as the model is priced.',
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
    description: 'Metered by images or tokens, as the model is priced.',
    request: upload('ForwardedImage', { model: 'sandbox/image', image: CONTENT }),
    answer: answers.image,
  }),
  '/v1/video/generations': post({
    id: 'createVideo',
    summary: 'Make a video',
    description:
      'For providers that have this path. Refused with 403 `path_unpriced` while a budget, cap or credit applies, since what a video costs cannot be known.',
    needs:
      'a provider that makes videos, with its model in the place of `your-provider/its-model`, and a workload without a budget in an organisation without cap and credit.',
    request: asked({ model: 'your-provider/its-model', prompt: 'A heron takes off.' }),
    answer: answers.video,
  }),
  '/v1/files': {
    get: operation({
      id: 'listFiles',
      page: 'files/list',
      summary: 'List files',
      description:
        "Refused with 403 `objects_not_shared` unless `organisation.share_ids` is on: the list is the provider's own, and shows what others uploaded, too. Keep the `id` of each upload.",
      needs: '`share_ids: true` under `organisation` in the settings file.',
      answer: answers.fileList,
      namesProvider: true,
    }),
    post: operation({
      id: 'uploadFile',
      page: 'files/create',
      summary: 'Upload a file',
      description:
        'The file belongs to the workload that uploaded it. Its `id` in the answer is what the paths below take; their shell examples read it from a variable: `export FILE_ID=file-…`.',
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
      needs: listed('GET'),
      description: `${LISTED} \`HEAD\` goes the same way. Paths that administer a provider are never forwarded. The paths of the product that this release does not serve are answered 404 and never forwarded: those below \`/v1/messages\`, \`/v1/documents\` and \`/v1/vector_stores\`.`,
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...BYTES },
    }),
    post: operation({
      id: 'forwardPost',
      summary: 'Any other path that writes',
      needs: listed('POST'),
      description: `${LISTED} The model comes from the body, \`model\` in JSON or a form field; without one \`x-gw-provider\` says who serves it. Batches (\`POST /v1/batches\` with \`input_file_id\`) are held at the most that the requests of their file can cost, and settled by what they have used. What no price covers (fine-tuning) is refused while a budget, the cap or credit applies.`,
      request: anyBody(BATCH),
      namesProvider: true,
      answer: { ...JSON_ANSWER, ...EVENTS, ...BYTES },
    }),
    put: operation({
      id: 'forwardPut',
      summary: 'Any other path that replaces',
      needs: listed('PUT'),
      description: LISTED,
      request: anyBody({ metadata: { team: 'tides' } }),
      namesProvider: true,
    }),
    patch: operation({
      id: 'forwardPatch',
      summary: 'Any other path that changes',
      needs: listed('PATCH'),
      description: LISTED,
      request: anyBody({ metadata: { team: 'tides' } }),
      namesProvider: true,
    }),
    delete: operation({
      id: 'forwardDelete',
      summary: 'Any other path that deletes',
      needs: listed('DELETE'),
      description: LISTED,
      namesProvider: true,
    }),
  },
};
