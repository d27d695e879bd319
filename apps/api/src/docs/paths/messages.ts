import {
  parameterRef,
  schemaRef,
  type Example,
  type ExternalDocs,
  type Paths,
} from '../document.js';
import { errorResponses, PROVIDER_REFUSAL } from '../error-responses.js';
import { CONVERSATION_HEADERS, ID_HEADERS } from '../headers.js';

const REFERENCE: ExternalDocs = {
  url: 'https://docs.claude.com/en/api/messages',
  description: "Anthropic's reference of this format",
};

const conversation = {
  model: 'sandbox/sandbox-chat',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'Write one sentence about tides.' }],
};

const requests: Readonly<Record<string, Example>> = {
  short: { summary: 'One question', value: conversation },
  stream: { summary: 'A stream', value: { ...conversation, stream: true } },
};

const message = {
  id: 'msg_7Qx2',
  type: 'message',
  role: 'assistant',
  model: conversation.model,
  content: [{ type: 'text', text: 'Twice a day the sea leaves.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 12,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 9,
  },
};

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

const stream = [
  event('message_start', { message: { ...message, content: [], stop_reason: null } }),
  event('ping', {}),
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  event('content_block_delta', {
    index: 0,
    delta: { type: 'text_delta', text: 'Twice a day the sea leaves.' },
  }),
  event('content_block_stop', { index: 0 }),
  event('message_delta', {
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: message.usage,
  }),
  event('message_stop', {}),
].join('');

export const messagesPaths: Paths = {
  '/v1/messages': {
    post: {
      operationId: 'createMessage',
      summary: 'Answer a conversation in the messages format',
      description: `The same path through the gateway as for chat completions, and the same models: any model can be asked in either format. It is served under \`/alt/v1/messages\` and \`/anthropic/v1/messages\`, too, so an SDK of the format takes the gateway's address with or without such a prefix as its base URL.

The key stands in \`Authorization: Bearer\` or in \`x-api-key\`. \`alt-version\` and \`alt-beta\`, or their spelling with the vendor's name, go to providers of this format, beta flags byte for byte. \`mcp_servers\` and \`thread\` are refused: no server past the gateway is called, and no conversation is kept.`,
      externalDocs: REFERENCE,
      tags: ['Messages'],
      parameters: [
        parameterRef('x-gw-upstream-timeout'),
        parameterRef('cache-control'),
        parameterRef('x-gw-cache'),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaRef('MessagesRequest'), examples: requests },
        },
      },
      responses: {
        '200': {
          description:
            'The answer. With `stream: true` events, from `message_start` to `message_stop`; in a silence of 15 seconds a `ping`. A stream that breaks ends with an `error` event, and no `message_stop` follows.',
          headers: CONVERSATION_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('MessagesAnswer'),
              examples: { complete: { value: message } },
            },
            'text/event-stream': {
              schema: { oneOf: [schemaRef('MessagesAnswer'), schemaRef('MessagesError')] },
              examples: { complete: { summary: 'A whole stream', value: stream } },
            },
          },
        },
        ...errorResponses('Messages'),
        ...PROVIDER_REFUSAL,
      },
    },
  },
  '/v1/messages/count_tokens': {
    post: {
      operationId: 'countTokens',
      summary: 'Estimate the tokens of a request',
      description:
        'Counted by the gateway alone: nothing is sent, stored or billed. An estimate, of which money is held for a call, too.',
      externalDocs: REFERENCE,
      tags: ['Messages'],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('MessagesRequest'),
            examples: { short: { summary: 'One question', value: conversation } },
          },
        },
      },
      responses: {
        '200': {
          description: 'The estimate.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: schemaRef('TokenCount'),
              examples: { count: { value: { input_tokens: 12 } } },
            },
          },
        },
        ...errorResponses('Messages'),
      },
    },
  },
};
