import { schemaRef, type Schema } from '../document.js';

/** What the gateway adds to every JSON request. */
export const gatewayExtensionSchemas: Readonly<Record<string, Schema>> = {
  GatewayExtension: {
    type: 'object',
    description: "The gateway's own part of a request, in any JSON body. No provider ever sees it.",
    properties: {
      remove: {
        type: ['array', 'null'],
        minItems: 1,
        maxItems: 200,
        description:
          'Terms to replace by pseudonyms before anything is sent, whatever the mode of data protection. The answer holds the terms again.',
        items: schemaRef('RemovalTerm'),
      },
    },
  },
  RemovalTerm: {
    oneOf: [
      { type: 'string', minLength: 2, maxLength: 200, examples: ['Project Heron'] },
      {
        type: 'object',
        required: ['term'],
        properties: {
          term: { type: 'string', minLength: 2, maxLength: 200, examples: ['Project Heron'] },
          kind: {
            type: 'string',
            pattern: '^[a-z][a-z_]{0,30}[a-z]$',
            description: 'A word for it, which the pseudonym begins with.',
            examples: ['project'],
          },
        },
      },
    ],
  },
};
