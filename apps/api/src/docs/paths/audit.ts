import type { AuditLogs } from '#contract';
import type { Parameter, Paths, Response } from '../document.js';
import { errorResponses } from '../error-responses.js';
import { ID_HEADERS } from '../headers.js';

const LOG = '01a2072d-6b91-77e1-a425-2e44949a1c82';
const ORIGIN = `gateway-1f2e3d4c/${LOG}`;
const CHECKPOINT = `${ORIGIN}\n300\nNz0Q…=\n\n— ${ORIGIN} HfJb…\n`;

const logs: AuditLogs = {
  logs: [{ organisation: LOG, name: 'Example', origin: ORIGIN, vkey: `${ORIGIN}+1df25b…+AQx…` }],
};

const TOKEN = {
  'x-needs': '`GW_AUDIT_TOKEN`: without it these paths are not there.',
  security: [{ auditToken: [] }],
  tags: ['Audit log'],
} as const;

const inPath = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});
const sizeInQuery = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'query',
  required: true,
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});
const log = inPath('log', 'Id of the organisation, as the list has it.', LOG);

const text = (description: string, value: string): Response => ({
  description,
  headers: ID_HEADERS,
  content: { 'text/plain': { schema: { type: 'string' }, examples: { text: { value } } } },
});

export const auditPaths: Paths = {
  '/audit/v1': {
    get: {
      operationId: 'listAuditLogs',
      summary: 'List the logs',
      description: 'One for each organisation, with the key that verifies its checkpoints.',
      ...TOKEN,
      responses: {
        '200': {
          description: 'The list; nothing is paged.',
          headers: ID_HEADERS,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['logs'],
                properties: { logs: { type: 'array', items: { type: 'object' } } },
              },
              examples: { logs: { value: logs } },
            },
          },
        },
        ...errorResponses('AuditLog'),
      },
    },
  },
  '/audit/v1/{log}/checkpoint': {
    parameters: [log],
    get: {
      operationId: 'auditCheckpoint',
      summary: 'The newest checkpoint',
      description: 'A C2SP signed note: origin, size and root of the tree, and its signature.',
      ...TOKEN,
      responses: { '200': text('The note.', CHECKPOINT), ...errorResponses('AuditLog') },
    },
  },
  '/audit/v1/{log}/tile/{tile}': {
    parameters: [
      log,
      inPath(
        'tile',
        '`<L>/<N>` for 256 hashes of level 8·L, `entries/<N>` for the 256 entries below them, each with `.p/<W>` for the first W of a tile that is not full. N is written in groups of three digits, `x001/x234/067`.',
        '0/000',
      ),
    ],
    get: {
      operationId: 'auditTile',
      summary: 'A tile, or a bundle of entries',
      description:
        'C2SP tlog-tiles. Hashes are 32 bytes each; each entry stands behind its length in two bytes, big-endian.',
      ...TOKEN,
      responses: {
        '200': {
          description: 'Its bytes, which never change.',
          headers: ID_HEADERS,
          content: {
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          },
        },
        ...errorResponses('AuditLog'),
      },
    },
  },
  '/audit/v1/{log}/consistency': {
    parameters: [
      log,
      sizeInQuery('from', 'Size of the older checkpoint.', '200'),
      sizeInQuery('to', 'Size of the newer one.', '300'),
    ],
    get: {
      operationId: 'auditConsistency',
      summary: 'Prove that the log only grew',
      description: 'RFC 6962, 2.1.2: the log of size `to` begins with the log of size `from`.',
      ...TOKEN,
      responses: {
        '200': text('The hashes, in base64, one a line.', 'J0s…=\nk3w…=\n'),
        ...errorResponses('AuditLogQuery'),
      },
    },
  },
  '/audit/v1/{log}/proof/{call}': {
    parameters: [log, inPath('call', 'The request id of the call.', LOG)],
    get: {
      operationId: 'auditProof',
      summary: 'Prove that a call is in the log',
      description: 'C2SP tlog-proof: index, hashes, and the checkpoint that they lead to.',
      ...TOKEN,
      responses: {
        '200': text('The proof.', `c2sp.org/tlog-proof@v1\nindex 17\nJ0s…=\n\n${CHECKPOINT}`),
        ...errorResponses('AuditLog'),
      },
    },
  },
};
