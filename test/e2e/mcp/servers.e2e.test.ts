import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { ECHO_SCHEMA, startToolServer, type ToolServer } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

const price = { currency: 'EUR', tool_call: '0.002' };
const models = [
  { id: 'echo', price, tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA } },
];
const MEBIBYTE = 'x'.repeat(1_048_576);

interface Message {
  readonly id?: number;
  readonly method: string;
}

type Reply = (
  message: Message,
  write: (status: number, type: string, body: string) => void,
) => void;

/** A server that shakes hands and lists its tools as it should, and answers calls as it likes. */
const oddly = (reply: Reply) =>
  startToolServer({
    answers: (_request, response, body) => {
      const message = JSON.parse(body) as Message;
      const write = (status: number, type: string, text: string) =>
        response.writeHead(status, { 'content-type': type }).end(text);
      const result = (value: object) =>
        write(
          200,
          'application/json',
          JSON.stringify({ jsonrpc: '2.0', id: message.id, result: value }),
        );
      if (message.method === 'server/discover') write(404, 'text/plain', 'no');
      else if (message.method === 'initialize') {
        result({
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'odd', version: '1' },
        });
      } else if (message.method === 'tools/list') {
        result({
          tools: [{ name: 'echo', description: 'Says it again.', inputSchema: ECHO_SCHEMA }],
        });
      } else if (message.id === undefined) response.writeHead(202).end();
      else reply(message, write);
    },
  });

const TEXT = (text: string) => ({ content: [{ type: 'text', text }] });
const answered = (id: number | undefined, result: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, result });
const hanging = await oddly(() => undefined);
const servers = {
  hanging,
  nonsense: await oddly((_message, write) => write(200, 'application/json', '<html>')),
  broken: await oddly((_message, write) => write(500, 'text/plain', 'a stack trace of its own')),
  huge: await oddly(({ id }, write) =>
    write(200, 'application/json', answered(id, TEXT(MEBIBYTE.repeat(5)))),
  ),
  other: await oddly(({ id = 0 }, write) =>
    write(200, 'application/json', answered(id - 1, TEXT('of another request'))),
  ),
  asking: await oddly(({ id }, write) =>
    write(
      200,
      'application/json',
      answered(id, { resultType: 'input_required', inputRequests: {} }),
    ),
  ),
  streaming: await oddly(({ id }, write) =>
    write(
      200,
      'text/event-stream',
      `: hello\n\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\nevent: message\ndata: ${answered(id, TEXT('streamed'))}\n\n`,
    ),
  ),
  refusing: await oddly(({ id }, write) =>
    write(
      200,
      'application/json',
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'no' } }),
    ),
  ),
  moved: await startToolServer({
    answers: (_request, response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end(),
  }),
  locked: await startToolServer({ answers: (_request, response) => response.writeHead(401).end() }),
};
/** It shakes hands when the test lets it. */
const shy: { greet: () => void; readonly server: ToolServer } = {
  greet: () => undefined,
  server: await startToolServer({
    answers: (_request, response, body) => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      const results: Readonly<Record<string, object>> = {
        'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} },
        'tools/list': { tools: [] },
        'tools/call': TEXT('at last'),
      };
      const say = () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(answered(id, { resultType: 'complete', ...results[method] }));
      if (method === 'server/discover') shy.greet = say;
      // Without a list nothing is compared, and the call is what shakes hands.
      else if (method === 'tools/list') response.writeHead(500).end();
      else say();
    },
  }),
};
const gone = { ...hanging, url: 'http://127.0.0.1:9/mcp' };
const inside = { ...hanging, url: 'https://10.0.0.7/mcp' };
const all = { ...servers, gone, inside, shy: shy.server };
const gateway = await startGateway(
  {
    providers: Object.entries(all).map(([name, { url }]) => ({
      name,
      family: 'mcp',
      base_url: url,
      secret: undefined,
      serves_responses: undefined,
      models,
    })),
    workloads: [
      {
        name: 'default',
        tools: Object.keys(all).map((name) => `${name}/*`),
        upstream_timeout_seconds: 10,
      },
    ],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);

interface Rpc {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
  readonly error?: { readonly code: number };
}
const body = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: { text: 'hello' } },
});
const call = (server: string): Promise<Answer> => gateway.post('/v1/mcp', body(`${server}__echo`));
const charged = async (answer: Answer) =>
  (await gateway.records.ledger(idOf(answer))).reduce((sum, { nano }) => sum + nano, 0n);

describe('a server that', () => {
  it.each([
    ['answers nonsense', 'nonsense', 'cannot be read'],
    ['fails', 'broken', 'The tool server broken answered with the status 500.'],
    ['sends more than anybody can use', 'huge', 'more than 4 MiB'],
    ['answers another request', 'other', 'cannot be read'],
    ['wants its caller to say more', 'asking', 'asks its caller for more'],
    [
      'redirects into the private network',
      'moved',
      'The tool server moved answers with a redirect, which is not',
    ],
    [
      'does not take the credential',
      'locked',
      'The tool server locked does not accept the gateway',
    ],
    ['is not there', 'gone', 'The tool server gone: it could not be reached'],
    ['stands in the private network', 'inside', 'no host of the public internet'],
  ])('%s: a result that says so, on record, and nothing charged', async (_what, server, words) => {
    const answer = await call(server);
    const { result } = answer.json<Rpc>();
    expect([answer.status, result?.isError]).toEqual([200, true]);
    expect(result?.content[0]?.text).toContain(words);
    expect(answer.text).not.toContain('stack trace');
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ surface: 'mcp' });
    expect(await charged(answer)).toBe(0n);
  });

  it('tells of an error of the protocol is told of as it is, and not paid', async () => {
    const answer = await call('refusing');
    expect([answer.status, answer.json<Rpc>().error?.code]).toEqual([200, -32_602]);
    expect(await charged(answer)).toBe(0n);
  });

  it('streams its answer is answered whole, whatever else it says', async () => {
    const answer = await call('streaming');
    expect(answer.json<Rpc>().result?.content[0]?.text).toBe('streamed');
    expect(await charged(answer)).toBe(2_000_000n);
  });

  it('hangs is given up after the time of the workload', async () => {
    const answering = call('hanging');
    await waitFor('the call', () => hanging.calls().length === 1);
    gateway.clock.skip(10_000);
    const answer = await answering;
    expect(answer.json<Rpc>().result?.isError).toBe(true);
    expect(await charged(answer)).toBe(0n);
  });
});

it('ends a call whose caller has gone, and keeps nothing of it held', async () => {
  const before = hanging.calls().length;
  const caller = request(`${gateway.url}/v1/mcp`, {
    method: 'POST',
    agent: false,
    headers: gateway.headers({ headers: { 'content-type': 'application/json' } }),
  });
  caller.on('error', () => undefined); // It hangs up itself.
  caller.end(JSON.stringify(body('hanging__echo')));
  await waitFor('the call', () => hanging.calls().length > before);
  caller.destroy();
  await gateway.records.settled();
  expect(hanging.calls().length).toBe(before + 1);
  expect(await gateway.records.intentCount()).toBe(0);
});

it('shakes hands once for all who wait', async () => {
  const both = [call('shy'), call('shy')];
  const greetings = () => shy.server.asked.filter(({ body: text }) => text.includes('discover'));
  await waitFor('the greeting', () => greetings().length === 1);
  shy.greet();
  for (const answer of await Promise.all(both)) {
    expect(answer.json<Rpc>().result?.content[0]?.text).toBe('at last');
  }
  expect(greetings()).toHaveLength(1);
});

it('does not wait for a server that is down at each call', async () => {
  const before = servers.broken.asked.length;
  await call('broken');
  await call('broken');
  const methods = servers.broken.asked.slice(before).map(({ body: text }) => text);
  expect(methods.filter((text) => text.includes('tools/list'))).toEqual([]);
});
