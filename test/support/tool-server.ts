import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { afterAll } from 'vitest';

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface ToolServerOptions {
  /** `newest`: that revision alone; `both`: older clients, too. */
  readonly speaks?: 'newest' | 'both';
  /** What it serves; some small tools unless said. */
  readonly make?: () => McpServer;
  /** In the place of the official server. */
  readonly answers?: Answering;
  /** Whoever is not is answered 401. */
  readonly admits?: (authorization: string | undefined) => boolean;
}

/** What was asked of a server. */
export interface Asked {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ToolServer {
  readonly url: string;
  /** Requests so far, the oldest first. */
  readonly asked: readonly Asked[];
  /** Calls of tools alone: their arguments. */
  readonly calls: () => readonly unknown[];
  /** What it says of its tool `echo` from now on. */
  describe(description: string): void;
}

type Properties = Readonly<Record<string, { readonly type: 'string' | 'number' }>>;

const object = (properties: Properties, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object' as const,
  properties,
  required: [...required],
});

export const ECHO_SCHEMA = object({ text: { type: 'string' } });
const NUMBER = { type: 'number' } as const;

/** Its types want every member to be there. */
const plain = (request: IncomingMessage) =>
  request as IncomingMessage & { readonly method: string; readonly url: string };

/** A tool server on the official package; it ends with the file. */
export async function startToolServer({
  speaks = 'both',
  make,
  answers,
  admits = () => true,
}: ToolServerOptions = {}): Promise<ToolServer> {
  const asked: Asked[] = [];
  let description = 'Says it again.';
  const makeSmall = (): McpServer => {
    const server = new McpServer({ name: 'tools', version: '1.0.0' });
    server.registerTool(
      'echo',
      { description, inputSchema: fromJsonSchema<{ text: string }>(ECHO_SCHEMA) },
      ({ text }) => ({ content: [{ type: 'text', text }] }),
    );
    server.registerTool(
      'add',
      {
        description: 'Adds two numbers.',
        inputSchema: fromJsonSchema<{ a: number; b: number }>(object({ a: NUMBER, b: NUMBER })),
        outputSchema: fromJsonSchema<{ sum: number }>(object({ sum: NUMBER })),
      },
      ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
        structuredContent: { sum: a + b },
      }),
    );
    server.registerTool(
      'fail',
      { description: 'Fails.', inputSchema: fromJsonSchema(object({})) },
      () => ({ content: [{ type: 'text', text: 'out of paper' }], isError: true }),
    );
    return server;
  };
  const handler = toNodeHandler(
    createMcpHandler(make ?? makeSmall, { legacy: speaks === 'both' ? 'stateless' : 'reject' }),
  );
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      asked.push({ method: request.method ?? '', headers: request.headers, body });
      if (!admits(request.headers.authorization)) response.writeHead(401).end();
      else if (answers) answers(request, response, body);
      else void handler(plain(request), response, JSON.parse(body || 'null'));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    asked,
    calls: () =>
      asked
        .map(({ body }) => JSON.parse(body) as { method: string; params: { arguments: unknown } })
        .filter(({ method }) => method === 'tools/call')
        .map(({ params }) => params.arguments),
    describe: (text) => (description = text),
  };
}
