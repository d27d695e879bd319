import { schemaRef, type Schema } from '../document.js';

const MODEL: Schema = {
  type: 'string',
  description: 'Provider-prefixed, or an alias. The provider gets it without the prefix.',
};
const FILE: Schema = { type: 'string', format: 'binary' };

const named = (required: readonly string[], properties: Record<string, Schema>): Schema => ({
  type: 'object',
  description: 'The fields are those of the provider; only these mean something to the gateway.',
  required: ['model', ...required],
  additionalProperties: true,
  properties: { model: MODEL, ...properties },
});

export const forwardedSchemas: Readonly<Record<string, Schema>> = {
  ForwardedRequest: named([], {
    stream: {
      type: 'boolean',
      description: 'True: the answer comes as events, where the provider offers that.',
    },
    gw: schemaRef('GatewayExtension'),
  }),
  ForwardedAny: {
    type: 'object',
    additionalProperties: true,
    properties: { model: MODEL, gw: schemaRef('GatewayExtension') },
  },
  ForwardedUpload: named(['file'], {
    file: { ...FILE, description: 'Passed on as it is; data protection does not look into it.' },
  }),
  ForwardedImages: named(['image', 'prompt'], { image: FILE, prompt: { type: 'string' } }),
  ForwardedFile: {
    type: 'object',
    required: ['file', 'purpose'],
    additionalProperties: true,
    properties: { file: FILE, purpose: { type: 'string', examples: ['user_data'] } },
  },
  ForwardedAnswer: {
    type: 'object',
    description:
      "The provider's own answer. Only `model` is the id that the request wrote, and pseudonyms are values again.",
    additionalProperties: true,
  },
};
