import { schemaRef, type Schema } from '../document.js';

const texts: Schema = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 20 };

/** Of `/v1/systemone`. */
export const systemoneSchemas: Readonly<Record<string, Schema>> = {
  TypedRequest: {
    type: 'object',
    required: ['model', 'state'],
    properties: {
      model: { type: 'string', examples: ['gw/typed'] },
      state: {
        description:
          'What the questions are about. That of the router is the request itself, or an object with `request` and, beside it, `previous`, `system` and `attachments` as `name (mime)`.',
        anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array' }],
      },
      questions: {
        description: 'By name, or as a list; answers come in the same form.',
        anyOf: [
          { type: 'object', additionalProperties: schemaRef('TypedQuestion') },
          { type: 'array', items: schemaRef('TypedQuestion'), minItems: 1, maxItems: 16 },
        ],
      },
      gw: schemaRef('GatewayExtension'),
    },
  },
  TypedQuestion: {
    type: 'object',
    required: ['type', 'instructions'],
    properties: {
      type: { type: 'string', enum: ['noul', 'choice', 'score'] },
      instructions: { type: 'string' },
      options: { ...texts, description: 'Of a choice; or `criteria`: option to description.' },
      levels: { ...texts, description: 'Of a score, the lowest first.' },
      criteria: {
        description:
          'Of a noul `true` and `false`, of a choice its options, of a score its levels.',
        anyOf: [{ type: 'object' }, { type: 'array' }],
      },
    },
  },
  TypedDecision: {
    type: 'object',
    required: ['model', 'answers'],
    properties: {
      model: { type: 'string' },
      answers: { anyOf: [{ type: 'object' }, { type: 'array' }] },
      revision: { type: 'string', description: 'SHA-256 of the weights that answered.' },
      decision: {
        description: 'Of the router: where `gw/auto` would lead; null where it is left open.',
        anyOf: [
          {
            type: 'object',
            required: ['route', 'demand'],
            properties: {
              route: {
                type: 'string',
                enum: ['code', 'general', 'extract', 'document', 'chat', 'agent'],
              },
              demand: { type: 'string', enum: ['low', 'medium', 'high'] },
            },
          },
          { type: 'null' },
        ],
      },
      usage: {
        type: 'object',
        properties: {
          input_tokens: { type: 'integer', minimum: 0 },
          output_tokens: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
};
