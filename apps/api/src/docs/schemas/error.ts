import { catalogue } from '#kernel';
import { schemaRef, type Schema } from '../document.js';

const specs = Object.values(catalogue);
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The codes and types are those of the catalogue, which docs/errors.md explains key by key. */
export const errorSchemas: Readonly<Record<string, Schema>> = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: { error: schemaRef('ErrorBody') },
  },
  ErrorBody: {
    type: 'object',
    required: ['message', 'type', 'param', 'code'],
    properties: {
      message: {
        type: 'string',
        description: 'For people. It never repeats a found value or a secret of the gateway.',
      },
      type: {
        type: 'string',
        description: `Goes with the status. The gateway's own: ${list(specs.map(({ type }) => type))}. A provider's refusal keeps the provider's type.`,
        examples: distinct(specs.map(({ type }) => type)),
      },
      param: {
        type: ['string', 'null'],
        description: 'The field or header at fault, where one is.',
      },
      code: {
        type: 'string',
        description: `For programs. The gateway's own: ${list(specs.map(({ code }) => code))}. A provider's refusal keeps the provider's code.`,
        examples: distinct(specs.map(({ code }) => code)),
      },
      gw: schemaRef('ErrorDetails'),
    },
  },
  ErrorDetails: {
    type: 'object',
    description: 'Only where there is more to say than the format has fields for.',
    properties: {
      cause: {
        type: 'string',
        description: 'Why the provider did not serve the call.',
        enum: [
          'timeout',
          'dns',
          'connect',
          'tls',
          'reset',
          'malformed',
          'upstream_status',
          'provider_auth',
          'token',
          'all_unhealthy',
          'paused',
        ],
      },
      attempts: { type: 'array', items: schemaRef('Attempt') },
      policy: { type: 'string', description: 'The residency policy that blocked the call.' },
      considered: { type: 'array', items: schemaRef('ConsideredEndpoint') },
      limit: {
        type: 'object',
        description: 'The limit that was reached.',
        required: ['counter'],
        properties: {
          counter: {
            type: 'string',
            enum: ['rpm', 'tpm', 'budget', 'cap', 'allowance', 'plan', 'credit'],
          },
          limit: {
            type: ['integer', 'string'],
            description: 'Of a rate limit: per minute. Of money: the amount, a decimal.',
          },
          period: {
            type: 'string',
            enum: ['total', 'daily', 'monthly'],
            description: 'Of money: the time that the amount is for.',
          },
          remaining: {
            type: 'string',
            description: 'Of money: what is left of the amount, less what open calls hold.',
          },
          currency: { type: 'string', description: 'Of money: ISO 4217.' },
          resets_at: {
            type: ['string', 'null'],
            format: 'date-time',
            description: 'Of money: when the next period begins; null where none does.',
          },
          impossible: {
            type: 'boolean',
            description: 'This request alone needs more than the limit, so waiting does not help.',
          },
        },
      },
    },
  },
  ConsideredEndpoint: {
    type: 'object',
    description: 'What the residency policy said of one endpoint.',
    required: ['endpoint', 'zone', 'verdict'],
    properties: {
      endpoint: { type: 'string', description: 'The name of the provider.' },
      model: { type: 'string', description: "The provider's own id, without prefix." },
      zone: { type: 'string', description: 'Where it processes.' },
      verdict: {
        type: 'string',
        enum: [
          'zone_not_allowed',
          'country_denied',
          'not_guaranteed',
          'operator_denied',
          'retention_too_long',
          'adequacy_not_applicable',
          'undeclared_location',
        ],
      },
    },
  },
  Attempt: {
    type: 'object',
    description: 'One try at one provider.',
    required: ['provider', 'model', 'status', 'transport', 'ms'],
    properties: {
      provider: { type: 'string' },
      model: { type: 'string', description: "The provider's own id, without prefix." },
      status: { type: ['integer', 'null'], description: 'Null when no answer arrived.' },
      transport: {
        type: ['string', 'null'],
        description: 'How the connection failed; null when the provider answered.',
      },
      ms: { type: 'integer', description: 'How long the attempt took.' },
    },
  },
};

function list(texts: readonly string[]): string {
  return distinct(texts)
    .map((text) => `\`${text}\``)
    .join(', ');
}
