import { schemaRef, type Schema } from '../document.js';
import { count } from './count.js';

/** Only what the gateway reads, checks or changes: the format itself is documented by its maker. */
export const responsesSchemas: Readonly<Record<string, Schema>> = {
  ResponsesRequest: {
    type: 'object',
    description:
      'Listed are the fields that mean something to the gateway. To a provider of this format every other field goes on as it was written. For one of another format what only this format knows is left out: tools that the provider runs and their items, sealed reasoning, log probabilities.',
    required: ['model'],
    additionalProperties: true,
    properties: {
      model: {
        type: 'string',
        description: 'Provider-prefixed, `<provider>/<model>`, or an alias.',
        minLength: 1,
        maxLength: 200,
        examples: ['sandbox/sandbox-chat'],
      },
      input: {
        type: ['string', 'array', 'null'],
        description:
          'A text, or a list of items; items of any type pass. Data protection reads all texts, arguments and results of tools. Reasoning of another maker that comes back under its seal goes to that maker as it is, or nowhere.',
        items: { type: 'object', additionalProperties: true },
      },
      instructions: { type: ['string', 'null'], description: 'What stands before all turns.' },
      max_output_tokens: count(
        0,
        'Bounds the output, and with it the money that is held for the call.',
      ),
      stream: {
        type: ['boolean', 'null'],
        default: false,
        description: 'True: the answer comes as server-sent events.',
      },
      store: {
        type: ['boolean', 'null'],
        description:
          'True is refused where the provider stores nothing; left out, it stores what it can.',
      },
      reasoning: {
        type: ['object', 'null'],
        additionalProperties: true,
        description:
          'By `summary` what a model thought is asked for; a model of another format tells it only then.',
      },
      tools: {
        type: ['array', 'null'],
        items: { type: 'object', additionalProperties: true },
        description:
          'Functions and custom tools reach every model; what a provider runs itself is left out elsewhere.',
      },
      gw: schemaRef('GatewayExtension'),
    },
  },
};
