import { schemaRef, type Schema } from '../document.js';

const MODEL: Schema = {
  type: 'string',
  description: 'Provider-prefixed, or an alias. The provider gets it without the prefix.',
};
const FILE: Schema = {
  type: 'string',
  format: 'binary',
  description:
    'A file is passed on as it is: data protection cannot read it, so the entry is marked as `unscanned`, or the form is refused where `protection.unscannable.uploads` says so.',
};
const STREAM: Schema = {
  type: 'boolean',
  description: 'True: the answer comes as events, where the provider offers that.',
};
const THE_REST = 'The fields are those of the provider; only these mean something to the gateway.';

/** Only what the gateway reads of a forwarded request, and changes in its answer. */
export const forwardedSchemas: Readonly<Record<string, Schema>> = {
  ForwardedRequest: {
    type: 'object',
    description: THE_REST,
    required: ['model'],
    additionalProperties: true,
    properties: { model: MODEL, stream: STREAM, gw: schemaRef('GatewayExtension') },
  },
  ForwardedAny: {
    type: 'object',
    description: THE_REST,
    additionalProperties: true,
    properties: { model: MODEL, stream: STREAM, gw: schemaRef('GatewayExtension') },
  },
  ForwardedForm: {
    type: 'object',
    description: THE_REST,
    required: ['model'],
    additionalProperties: true,
    properties: { model: MODEL, file: FILE },
  },
  ForwardedImage: {
    type: 'object',
    description: THE_REST,
    required: ['model'],
    additionalProperties: true,
    properties: { model: MODEL, image: FILE },
  },
  ForwardedFile: {
    type: 'object',
    description: THE_REST,
    additionalProperties: true,
    properties: { file: FILE },
  },
  ForwardedAnswer: {
    type: 'object',
    description:
      "The provider's own answer. Only `model` is the id that the request wrote, and pseudonyms are values again.",
    additionalProperties: true,
  },
};
