import type { ErrorKey } from '#kernel';
import { writeMcpEvent, writeMcpProgress } from '#wire';
import { mcpEnvelope } from '../../surfaces/mcp/mcp-envelope.js';
import { schemaRef, type Operation, type Parameter, type Paths } from '../document.js';
import { errorBody } from '../error-example.js';
import { errorResponses } from '../error-responses.js';

const PROTOCOL = {
  url: 'https://modelcontextprotocol.io/specification/2026-07-28',
  description: 'The protocol',
};

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const tools = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  result: {
    tools: [
      {
        name,
        description: 'Says it again.',
        inputSchema: {
          type: 'object',
          properties: { text: { type: 'string' } },
          required: ['text'],
        },
      },
    ],
  },
});
const said = {
  jsonrpc: '2.0',
  id: 2,
  result: { content: [{ type: 'text', text: 'hello' }] },
};
/** Told as answers: the message was understood. */
const UNDERSTOOD: readonly ErrorKey[] = [
  'tool_unknown',
  'tool_arguments_invalid',
  'mcp_state_invalid',
  'mcp_target_unknown',
];
const envelope = mcpEnvelope({ id: '2', isModern: false, kind: 'tool' });

const NEWS = [
  writeMcpProgress('"mine"', { progress: 1, total: 2, message: 'Reading' }),
  JSON.stringify(said),
]
  .map(writeMcpEvent)
  .join('');
/** Each event is a message of JSON-RPC. */
const event = { type: 'object' } as const;

const DESCRIPTION = `JSON-RPC over HTTP, one request at a time, each answered whole, or as a stream where its caller wants news of it (\`_meta.progressToken\`): revision 2026-07-28, and 2025-03-26 to 2025-11-25 without sessions. \`tools/list\` has the tools that the key's workload was granted, as an administrator approved them. \`tools/call\` goes the way of every call: its arguments are checked by the schema and by data protection, the server's place by residency, its price by the budget; it has an entry in the log. \`resources/read\`, \`prompts/get\` and \`completion/complete\` are calls as well, of what was granted by these names; their lists come from the servers as they are now.

What an agent can go on from (data protection, residency, a server that fails) is a result with \`isError\` and \`_meta["gw/refusal"]\`; keys, money and limits are errors by their status.`;

function operation(id: string, one: string): Operation {
  return {
    operationId: id,
    summary: id === 'callTools' ? 'Tools of all servers' : 'Tools of one server',
    description: DESCRIPTION,
    externalDocs: PROTOCOL,
    tags: ['Tools'],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaRef('McpRequest'),
          examples: { list: { value: list } },
        },
      },
    },
    responses: {
      '200': {
        description: 'A result, or why there is none.',
        content: {
          'application/json': {
            schema: schemaRef('McpAnswer'),
            examples: {
              tools: { value: tools(one) },
              call: { value: said },
              refused: { value: errorBody('protection_blocked', envelope) },
              ...Object.fromEntries(
                UNDERSTOOD.map((key) => [key, { value: errorBody(key, envelope) }]),
              ),
            },
          },
          'text/event-stream': { schema: event, examples: { news: { value: NEWS } } },
        },
      },
      '202': { description: 'A notification was read. No body.' },
      ...errorResponses('Tools'),
    },
  };
}

const SERVER: Parameter = {
  name: 'server',
  in: 'path',
  required: true,
  description: 'The name of a tool server; its tools go by their own names.',
  schema: { type: 'string' },
  example: 'office',
};

export const mcpPaths: Paths = {
  '/v1/mcp': { post: operation('callTools', 'office__echo') },
  '/v1/mcp/{server}': {
    parameters: [SERVER],
    post: operation('callToolsOfServer', 'echo'),
  },
};
