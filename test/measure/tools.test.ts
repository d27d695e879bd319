import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.js';
import { GatewayHome, type GatewayProcess } from '../support/gateway-process.js';
import { addRow } from '../support/table.js';
import { ECHO_SCHEMA, startToolServer } from '../support/tool-server.js';

const MINUTES = 300_000;
const CALLS = 400; // Of each, in turns: the machine is the same for both.
const WARM = 50;
const TOOLS = 1_000;

const server = await startToolServer();
const tool = { description: 'Says it again.', input_schema: ECHO_SCHEMA };
const price = { currency: 'EUR', tool_call: '0.002' };
const settings = {
  providers: [
    { name: 'office', base_url: server.url, models: [{ id: 'echo', price, tool }] },
    {
      name: 'many',
      base_url: 'http://127.0.0.1:9/mcp',
      models: Array.from({ length: TOOLS }, (_, at) => ({ id: `tool-${at}`, price, tool })),
    },
  ].map((provider) => ({
    ...provider,
    family: 'mcp',
    secret: undefined,
    serves_responses: undefined,
  })),
  workloads: [
    { name: 'default', tools: ['office/*'] },
    { name: 'many', tools: ['many/*'] },
  ],
};
let home: GatewayHome;
let gateway: GatewayProcess;
beforeAll(async () => {
  await ensureBuilt();
  home = await GatewayHome.make(settings, server.url);
  gateway = await home.start({ GW_OUTBOUND_HOSTS: '127.0.0.1' });
}, MINUTES);
afterAll(async () => {
  await gateway.stop();
  await home.remove();
});
const keyOf = (workload: string) => ({ authorization: `Bearer ${home.keyOf(workload)}` });

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
};
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'hello' }, _meta },
});

async function timed(url: string, headers: Readonly<Record<string, string>>, body: string) {
  const startedMs = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return { ms: performance.now() - startedMs, text };
}

const at = (values: readonly number[], share: number): string =>
  (values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0).toFixed(2);

it(
  'a call of a tool through the gateway, beside one past it',
  async ({ task }) => {
    const through = { ...HEADERS, ...keyOf('default') };
    const ways = {
      'past the gateway': () => timed(server.url, HEADERS, call),
      'through it': () => timed(`${gateway.url}/v1/mcp/office`, through, call),
    };
    const took = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < WARM + CALLS; round++) {
      for (const [way, ask] of Object.entries(ways)) {
        const { ms, text } = await ask();
        expect(text).toContain('hello');
        if (round >= WARM) took.get(way)?.push(ms);
      }
    }
    for (const [way, values] of took) {
      addRow(task, {
        'one connection': way,
        'p50 (ms)': at(values, 0.5),
        'p95 (ms)': at(values, 0.95),
      });
    }
  },
  MINUTES,
);

it(
  'a list of a thousand tools',
  async ({ task }) => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = {
      'content-type': 'application/json',
      ...keyOf('many'),
    };
    const values: number[] = [];
    for (let round = 0; round < 30; round++) {
      const { ms, text } = await timed(`${gateway.url}/v1/mcp`, headers, list);
      expect(text.match(/"name"/g)).toHaveLength(TOOLS);
      if (round >= 5) values.push(ms);
    }
    addRow(task, {
      'one connection': 'a list of 1,000 tools',
      'p50 (ms)': at(values, 0.5),
      'p95 (ms)': at(values, 0.95),
    });
  },
  MINUTES,
);
