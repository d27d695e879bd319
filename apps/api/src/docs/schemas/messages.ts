import { schemaRef, type Schema } from '../document.js';
import { count } from './count.js';

/** Only what the gateway reads, checks or changes: the format itself is documented by its maker. */
export const messagesSchemas: Readonly<Record<string, Schema>> = {
  MessagesRequest: {
    type: 'object',
    description:
      'Listed are the fields that mean something to the gateway. To a provider of this format every other field goes on as it was written. For one of another format the conversation is translated, and what only this format knows is left out: thinking, cache marks, beta flags, tools that the provider runs.',
    required: ['model', 'messages'],
    additionalProperties: true,
    properties: {
      model: {
        type: 'string',
        description:
          "Provider-prefixed, `<provider>/<model>`, or an alias. A bare name is the organisation's default provider's, else that of its first provider of the family `anthropic`.",
        minLength: 1,
        maxLength: 200,
        examples: ['sandbox/sandbox-chat'],
      },
      messages: {
        type: 'array',
        minItems: 1,
        description:
          'Data protection reads the texts, the inputs and results of tools, and documents of plain text. It cannot look into images, which the audit entry says, and refuses other documents unless the settings let them pass. Thinking under a signature goes on as it is, or not at all.',
        items: {
          type: 'object',
          required: ['role'],
          additionalProperties: true,
          properties: {
            role: { type: 'string', minLength: 1, examples: ['user'] },
            content: {
              type: ['string', 'array', 'null'],
              description: 'A text, or a list of blocks; blocks of any type pass.',
              examples: ['Write one sentence about tides.'],
            },
          },
        },
      },
      system: { type: ['string', 'array', 'null'], description: 'A text, or a list of blocks.' },
      max_tokens: count(
        0,
        'Bounds the output, and with it the money that is held for the call. Without it a provider of this format is asked for what the settings say of the model, else for 4096.',
      ),
      stream: {
        type: ['boolean', 'null'],
        default: false,
        description: 'True: the answer comes as server-sent events.',
      },
      thinking: {
        type: ['object', 'null'],
        additionalProperties: true,
        description:
          'What a model thought is shown only where this asks for it, whatever provider answers.',
      },
      tools: { type: ['array', 'null'], items: { type: 'object', additionalProperties: true } },
      gw: schemaRef('GatewayExtension'),
    },
  },
  MessagesAnswer: {
    type: 'object',
    description: 'A `message`, or an event of its stream; its fields are those of the format.',
    additionalProperties: true,
    properties: {
      type: { type: 'string' },
      model: { type: 'string', description: 'As the caller named it.' },
    },
  },
  MessagesError: {
    type: 'object',
    required: ['type', 'error', 'request_id'],
    properties: {
      type: { type: 'string', const: 'error' },
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: {
          type: { type: 'string' },
          message: { type: 'string' },
          param: { type: 'string', description: 'The field at fault, where one is.' },
          gw: { type: 'object', additionalProperties: true },
        },
      },
      request_id: { type: 'string' },
    },
  },
  TokenCount: {
    type: 'object',
    required: ['input_tokens'],
    properties: { input_tokens: { type: 'integer', minimum: 0 } },
  },
};
