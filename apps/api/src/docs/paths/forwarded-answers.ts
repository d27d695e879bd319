import { schemaRef, type Content } from '../document.js';

const CREATED = 1_763_596_800;
const USAGE = { prompt_tokens: 8, total_tokens: 8 };

const answered = (value: object): Content => ({
  'application/json': {
    schema: schemaRef('ForwardedAnswer'),
    examples: { answer: { value } },
  },
});

const FILE = {
  id: 'file-7Qx2',
  object: 'file',
  bytes: 27,
  created_at: CREATED,
  filename: 'tides.txt',
  purpose: 'user_data',
  status: 'processed',
};

const RESPONSE = {
  id: 'resp_7Qx2',
  object: 'response',
  created_at: CREATED,
  model: 'sandbox/sandbox-chat',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_7Qx2',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Twice a day the sea leaves.', annotations: [] }],
    },
  ],
  usage: { input_tokens: 12, output_tokens: 9, total_tokens: 21 },
};

export const JSON_ANSWER: Content = {
  'application/json': { schema: schemaRef('ForwardedAnswer') },
};
export const EVENTS: Content = { 'text/event-stream': { schema: { type: 'string' } } };
export const TEXT: Content = { 'text/plain': { schema: { type: 'string' } } };
export const BYTES: Content = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

/** What providers of the format answer, shortened. */
export const answers = {
  completion: answered({
    id: 'cmpl-7Qx2',
    object: 'text_completion',
    created: CREATED,
    model: 'sandbox/sandbox-chat',
    choices: [{ index: 0, text: ' leaves.', logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  }),
  embedding: answered({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [-0.542, 0.047, 0.047, -0.838] }],
    model: 'sandbox/embedding',
    usage: USAGE,
  }),
  moderation: answered({
    id: 'modr-7Qx2',
    model: 'sandbox/moderation',
    results: [
      { flagged: false, categories: { violence: false }, category_scores: { violence: 0.0001 } },
    ],
  }),
  response: answered(RESPONSE),
  responseItems: answered({
    object: 'list',
    data: [
      {
        type: 'message',
        id: 'msg_7Qx1',
        role: 'user',
        content: [{ type: 'input_text', text: 'Write one sentence about tides.' }],
      },
    ],
    has_more: false,
  }),
  responseCancelled: answered({ ...RESPONSE, status: 'cancelled', output: [] }),
  responseDeleted: answered({ id: 'resp_7Qx2', object: 'response', deleted: true }),
  ranking: answered({
    model: 'sandbox/rerank',
    results: [
      { index: 1, relevance_score: 0.4 },
      { index: 0, relevance_score: 0 },
    ],
    usage: { prompt_tokens: 18, total_tokens: 18 },
  }),
  transcript: answered({ text: 'Good morning.', usage: { type: 'duration', seconds: 1 } }),
  image: answered({ created: CREATED, data: [{ b64_json: 'iVBORw0KGgo…' }] }),
  video: answered({ created: CREATED, data: [{ url: 'https://provider.example/video.mp4' }] }),
  file: answered(FILE),
  fileList: answered({ object: 'list', data: [FILE], has_more: false }),
  fileDeleted: answered({ id: FILE.id, object: 'file', deleted: true }),
};
