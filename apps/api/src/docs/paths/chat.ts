import { parameterRef, schemaRef, type Example, type Paths } from '../document.js';
import { errorBody } from '../error-example.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { CONVERSATION_HEADERS } from '../headers.js';
import { vendorReference } from '../vendor-reference.js';

const requests: Readonly<Record<string, Example>> = {
  short: {
    summary: 'One question',
    value: {
      model: 'sandbox/sandbox-chat',
      messages: [{ role: 'user', content: 'Write one sentence about tides.' }],
    },
  },
  stream: {
    summary: 'A stream that ends with its usage',
    value: {
      model: 'sandbox/sandbox-chat',
      messages: [{ role: 'user', content: 'Write one sentence about tides.' }],
      stream: true,
      stream_options: { include_usage: true },
    },
  },
  removal: {
    summary: 'A term that no provider may see',
    value: {
      model: 'sandbox/sandbox-chat',
      messages: [{ role: 'user', content: 'Write a status note on Project Heron.' }],
      gw: { remove: [{ term: 'Project Heron', kind: 'project' }] },
    },
  },
};

const usage = { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 };

const answer = {
  id: 'chatcmpl-7Qx2',
  object: 'chat.completion',
  created: 1_763_596_800,
  model: 'sandbox/sandbox-chat',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Twice a day the sea leaves.' },
      finish_reason: 'stop',
    },
  ],
  usage,
};

function chunk(choices: readonly object[], more: object = {}): string {
  const { id, created, model } = answer;
  const frame = { id, object: 'chat.completion.chunk', created, model, choices, ...more };
  return `data: ${JSON.stringify(frame)}\n\n`;
}

const text = (content: string): string =>
  chunk([{ index: 0, delta: { content }, finish_reason: null }]);
const broken = (key: 'upstream_cut' | 'server_restarting'): string =>
  `${text('Twice a')}data: ${JSON.stringify(errorBody(key))}\n\n`;

const streams: Readonly<Record<string, Example>> = {
  complete: {
    summary: 'With `stream_options.include_usage`, and a silence of 15 seconds',
    value: [
      text('Twice a day'),
      ': keepalive\n\n',
      text(' the sea leaves.'),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], { usage }),
      'data: [DONE]\n\n',
    ].join(''),
  },
  upstream_cut: {
    summary: 'The provider ended in mid-answer',
    value: broken('upstream_cut'),
  },
  server_restarting: {
    summary: 'The gateway restarts and the grace for open streams is over',
    value: broken('server_restarting'),
  },
};

export const chatPaths: Paths = {
  '/v1/chat/completions': {
    post: {
      operationId: 'createChatCompletion',
      summary: 'Answer a conversation',
      description: `The main path. The request is inspected, routed, sealed and metered before it is sent: what is refused never reaches a provider, and every refusal is on record.

The body is JSON of at most 32 MiB. Values that data protection replaced in the request are themselves again in the answer, unless the mode is \`mask\`.`,
      externalDocs: vendorReference('chat/create'),
      tags: ['Chat'],
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        parameterRef('cache-control'),
        parameterRef('x-gw-cache'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaRef('ChatRequest'), examples: requests } },
      },
      responses: {
        '200': {
          description:
            'The answer. With `stream: true` events of `chat.completion.chunk`, the last one `[DONE]`; in a silence of 15 seconds the comment `: keepalive`. A stream that breaks ends with an event that holds an error, and no `[DONE]` follows.',
          headers: CONVERSATION_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('ChatAnswer'),
              examples: { complete: { value: answer } },
            },
            // The schema is of the data of one event, as the makers of the format write it.
            'text/event-stream': {
              schema: { oneOf: [schemaRef('ChatAnswer'), schemaRef('Error')] },
              examples: streams,
            },
          },
        },
        ...errorResponses('Chat'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
};
