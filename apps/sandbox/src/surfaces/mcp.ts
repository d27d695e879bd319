import {
  discoveryOf,
  handshakeOf,
  MODERN_VERSION,
  mcpListOf,
  VERSION_KEY,
  writeMcpError,
  writeMcpResult,
} from '#wire';
import type { Answer, SandboxRequest } from '../http/answer.js';
import { any, object, string } from '../validation/check.js';

const message = object({ jsonrpc: string, method: string }, { id: any, params: any });

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

const TEXT = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
};

interface Tool {
  readonly description: string;
  readonly inputSchema: object;
  readonly call: (given: Readonly<Record<string, unknown>>) => object;
}

const said = (text: string) => ({ content: [{ type: 'text', text }] });

const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  [
    'contact',
    {
      description: 'Tells how to reach the sandbox.',
      inputSchema: { type: 'object', properties: {} },
      call: () => said('Write to anna.berger@example.org.'),
    },
  ],
  [
    'echo',
    {
      description: 'Says it again.',
      inputSchema: TEXT,
      call: ({ text }) => said(String(text)),
    },
  ],
  [
    'fail',
    {
      description: 'Fails, and says so.',
      inputSchema: { type: 'object', properties: {} },
      call: () => ({ ...said('There is no paper left.'), isError: true }),
    },
  ],
]);

const GREETING = { capabilities: { tools: {} } };
const SANDBOX = { name: 'sandbox', version: '1.0.0' };

const answer = (body: string, status = 200): Answer => ({
  status,
  contentType: 'application/json',
  body,
});

/** POST /mcp: a tool server, in the revisions that the gateway speaks. */
export function serveTools({ body }: SandboxRequest): Answer {
  message(body, '');
  const { id, method, params = {} } = body as Message;
  if (id === undefined) return answer('', 202);
  const isModern = params._meta?.[VERSION_KEY] === MODERN_VERSION;
  const result = resultOf(method, params, isModern);
  const named = JSON.stringify(id);
  return answer(
    result === undefined
      ? writeMcpError(named, { code: -32_602, message: `There is no ${params.name ?? method}.` })
      : writeMcpResult(named, result),
  );
}

function resultOf(
  method: string,
  { protocolVersion, name = '', arguments: given = {} }: NonNullable<Message['params']>,
  isModern: boolean,
): string | undefined {
  switch (method) {
    case 'initialize':
      return JSON.stringify(handshakeOf(protocolVersion, SANDBOX, GREETING));
    case 'server/discover':
      return JSON.stringify(discoveryOf(SANDBOX, GREETING));
    case 'ping':
      return '{}';
    case 'tools/list':
      return mcpListOf(
        'tools',
        Array.from(TOOLS, ([tool, { description, inputSchema }]) =>
          JSON.stringify({ name: tool, description, inputSchema }),
        ),
        isModern,
      );
    case 'tools/call': {
      const told = TOOLS.get(name)?.call(given);
      return told && JSON.stringify({ ...(isModern && { resultType: 'complete' }), ...told });
    }
    default:
      return undefined;
  }
}
