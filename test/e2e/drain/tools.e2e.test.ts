import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, isAlive, type GatewayProcess } from '../../support/gateway-process.js';
import { idOf, type Answer } from '../../support/http.js';
import { resultText, startNewestServer, type AskedMessage } from '../../support/newest-server.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
const DRAIN_SECONDS = 2;
/** The drain, what open answers have to say their end, what is to be recorded; as much again for a busy machine. */
const STOPPED_MS_MAX = 2 * (2_000 + 2_000 + 6_000);
/** Ends while its gateway drains. */
const QUICK_MS = 1_000;
const LONG_MS = 60_000;
const CALLS_OPEN = 5;

interface Open {
  readonly message: AskedMessage;
  readonly response: ServerResponse;
  readonly token: unknown;
}

/** Calls that its server has not answered. */
const open: Open[] = [];
let gone = 0;
const slow = await startNewestServer((message, response) => {
  open.push({ message, response, token: message.params._meta['progressToken'] });
  response.on('close', () => gone++);
  return undefined;
});

const price = { currency: 'EUR', tool_call: '0.002' };
const toolOf = (id: string, description: string, input_schema: object) => ({
  id,
  price,
  tool: { description, input_schema },
});
const WAIT_SCHEMA = { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] };
const EMPTY = { type: 'object', properties: {}, required: [] };
const program = fileURLToPath(new URL('../../support/tool-program.mjs', import.meta.url));
const server = (name: string, base_url: string, models: readonly object[]) => ({
  name,
  family: 'mcp',
  base_url,
  secret: undefined,
  serves_responses: undefined,
  models,
});
const home = await GatewayHome.make(
  {
    providers: [
      server('lab', slow.url, [toolOf('echo', 'Says it again.', ECHO_SCHEMA)]),
      server('program', 'stdio:program', [
        toolOf('wait', 'Says it after some milliseconds.', WAIT_SCHEMA),
        toolOf('pid', 'Tells its number.', EMPTY),
      ]),
    ],
    workloads: [
      {
        name: 'default',
        tools: ['lab/*', 'program/*'],
        budget: { amount: '10', period: 'total' },
        upstream_timeout_seconds: 300,
      },
    ],
  },
  slow.url,
);
const environment = {
  GW_OUTBOUND_HOSTS: '127.0.0.1',
  GW_DRAIN_SECONDS: String(DRAIN_SECONDS),
  GW_TOOL_COMMANDS: JSON.stringify({ program: { command: [process.execPath, program, 'both'] } }),
};

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(() => home.remove());

interface Sent {
  readonly server: string;
  readonly name: string;
  readonly args: object;
  /** Is told of its progress, as a stream. */
  readonly isStreamed?: boolean;
}

function call(gateway: GatewayProcess, { server: at, name, args, isStreamed }: Sent) {
  const params = {
    name,
    arguments: args,
    _meta: {
      ...(isStreamed && { progressToken: 'mine' }),
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return gateway.send(`/v1/mcp/${at}`, {
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
  });
}

const event = (value: object) => `event: message\ndata: ${JSON.stringify(value)}\n\n`;
const news = ({ response, token }: Open) => {
  const params = { progressToken: token, progress: 1 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ jsonrpc: '2.0', method: 'notifications/progress', params }));
};
const answerTo = ({ response, message }: Open) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(resultText(message.id, { content: [{ type: 'text', text: 'done' }] }));

const messageOf = ({ text }: Answer) =>
  JSON.parse(
    text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .at(-1)
      ?.slice(6) ?? text,
  ) as object;

interface Rpc {
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}
const textOf = (answer: Answer) => (messageOf(answer) as Rpc).result?.content[0]?.text;

const RESTARTING = { id: 7, error: { data: { gw: { code: 'server_restarting' } } } };

interface Row {
  readonly id: string;
  readonly ended_by: string;
  readonly nano: string;
}

it(
  'SIGTERM: calls of tools that end in time are answered, the others end in the words of the protocol, and nothing is left',
  async () => {
    const gateway = await home.start(environment);
    const child = Number(textOf(await call(gateway, { server: 'program', name: 'pid', args: {} })));
    expect(isAlive(child)).toBe(true);
    const atLab = { server: 'lab', name: 'echo', args: { text: 'x' } };
    const answered = call(gateway, atLab);
    await waitFor('the first call', () => open.length === 1);
    const unanswered = call(gateway, atLab);
    const told = call(gateway, { ...atLab, isStreamed: true });
    await waitFor('the calls', () => open.length === 3);
    const streamed = open.find(({ token }) => token !== undefined);
    if (streamed) news(streamed);
    const quick = call(gateway, { server: 'program', name: 'wait', args: { ms: QUICK_MS } });
    const long = call(gateway, { server: 'program', name: 'wait', args: { ms: LONG_MS } });
    await expect
      .poll(async () => (await home.rows('SELECT id FROM call_intent')).length)
      .toBe(CALLS_OPEN);
    await home.close();

    const startedMs = performance.now();
    gateway.kill('SIGTERM');
    setTimeout(() => open[0] && answerTo(open[0]), QUICK_MS);
    const inTime = await Promise.all([answered, quick]);
    const cut = await Promise.all([unanswered, told, long]);
    expect(await gateway.exited).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(STOPPED_MS_MAX);
    await expect.poll(() => isAlive(child)).toBe(false);
    expect(gone).toBe(3); // Each was told, or its connection closed.

    expect(inTime.map(textOf)).toEqual(['done', String(QUICK_MS)]);
    for (const answer of cut) expect(messageOf(answer)).toMatchObject(RESTARTING);
    expect(cut.map(({ status }) => status)).toEqual([503, 200, 503]); // What is told as a stream has begun.

    const again = await home.start(environment);
    const rows = await home.rows<Row>(
      `SELECT id, entry ->> 'ended_by' AS ended_by, entry #>> '{price,nano}' AS nano FROM (
        SELECT id, convert_from(entry, 'UTF8')::jsonb AS entry FROM audit_row JOIN audit_leaf USING (id)) r`,
    );
    const byId = new Map(rows.map(({ id, ended_by, nano }) => [id, `${ended_by} ${nano}`]));
    expect(inTime.map((answer) => byId.get(idOf(answer)))).toEqual(
      inTime.map(() => 'upstream 2000000'),
    );
    expect(cut.map((answer) => byId.get(idOf(answer)))).toEqual(
      cut.map(() => 'server_restarting 0'),
    );
    expect(await home.rows('SELECT id FROM call_intent')).toEqual([]);
    expect(await home.rows('SELECT FROM meter_counter WHERE held <> 0')).toEqual([]);
    expect((await home.fsck()).findings).toEqual([]);
    await home.close();
    expect(await again.stop()).toBe(0);
  },
  HANGS_MS,
);
