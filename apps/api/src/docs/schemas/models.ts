import { LISTED_OPERATIONS } from '#routing';
import { schemaRef, type Schema } from '../document.js';

export const modelSchemas: Readonly<Record<string, Schema>> = {
  ModelList: {
    type: 'object',
    required: ['object', 'data'],
    properties: {
      object: { const: 'list' },
      data: {
        type: 'array',
        description:
          'Aliases first, then the models in the order of the settings, then those of this machine.',
        items: schemaRef('Model'),
      },
    },
  },
  Model: {
    type: 'object',
    required: ['id', 'object', 'created', 'owned_by', 'gw'],
    properties: {
      id: {
        type: 'string',
        description: 'What `model` in a request takes: `<provider>/<model>`, or an alias.',
        examples: ['sandbox/sandbox-chat'],
      },
      object: { const: 'model' },
      created: {
        type: 'integer',
        const: 0,
        description: 'Always 0: providers do not tell, and the format wants a number.',
      },
      owned_by: {
        type: 'string',
        description: 'The provider, or `alias`.',
        examples: ['openai'],
      },
      gw: {
        type: 'object',
        required: ['sandbox', 'context_tokens', 'max_output_tokens', 'takes'],
        properties: {
          sandbox: {
            type: 'boolean',
            description: 'The local sandbox answers, not a real model.',
          },
          context_tokens: {
            type: ['integer', 'null'],
            description: 'As the settings say; null where they do not.',
          },
          max_output_tokens: {
            type: ['integer', 'null'],
            description: 'As the settings say; null where they do not.',
          },
          takes: {
            type: 'array',
            items: { enum: [...LISTED_OPERATIONS] },
            description:
              'Whom it may be asked by: conversations (`chat`), typed decisions (`decide`), both, or neither.',
          },
        },
      },
    },
  },
  Readiness: {
    type: 'object',
    required: ['status', 'checks', 'rows_set_aside', 'degraded', 'version'],
    properties: {
      status: { type: 'string', enum: ['ready', 'unready'] },
      checks: {
        type: 'object',
        required: ['accepting', 'postgres', 'ledger', 'audit_log', 'disk'],
        properties: {
          accepting: check('The process was not asked to stop.'),
          postgres: check('The database answers within two seconds.'),
          redis: check('Only where there is one: limits can be counted.'),
          ledger: check('What ended calls have to record fits into memory until it is written.'),
          audit_log: check('The log holds everything that was anchored outside of the database.'),
          disk: check('The data folder and the folder of uploads have room.'),
        },
      },
      degraded: {
        type: 'array',
        description:
          'Models of this machine that are switched on and do not answer. Everything else is served.',
        items: { type: 'string' },
      },
      rows_set_aside: {
        type: 'integer',
        description: 'Rows that the log would not take; they wait for an operator.',
      },
      version: { type: 'string', description: 'Of this release.' },
    },
  },
};

function check(description: string): Schema {
  return { type: 'string', enum: ['ok', 'failed'], description };
}
