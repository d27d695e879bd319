import type { Schema } from '../document.js';

const text = { type: 'string' } as const;
const free = { type: 'object' } as const;

/** What the protocol itself says of these is not said again. */
export const mcpSchemas: Readonly<Record<string, Schema>> = {
  McpRequest: {
    type: 'object',
    required: ['jsonrpc', 'method'],
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { type: ['string', 'integer'], description: 'Left out of a notification.' },
      method: {
        ...text,
        description:
          '`initialize`, `server/discover`, `ping`, `tools/list`, `tools/call`; and what was granted of `resources/list`, `resources/templates/list`, `resources/read`, `prompts/list`, `prompts/get` and `completion/complete`.',
      },
      params: free,
    },
  },
  McpAnswer: {
    type: 'object',
    required: ['jsonrpc', 'id'],
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { type: ['string', 'integer'] },
      result: free,
      error: free,
    },
  },
  McpError: {
    type: 'object',
    required: ['jsonrpc', 'id', 'error'],
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { type: ['string', 'integer', 'null'] },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer' },
          message: text,
          data: {
            type: 'object',
            properties: {
              gw: {
                type: 'object',
                properties: { code: text, type: text, request_id: text, param: text },
              },
            },
          },
        },
      },
    },
  },
};
