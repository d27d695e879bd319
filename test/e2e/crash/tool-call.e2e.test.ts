import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
const CALLS = 5;

let isHanging = true;
const hanging = await startToolServer({
  answers: (_request, response, body) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    if (method === 'tools/call' && isHanging) return;
    const tools = [{ name: 'echo', description: 'Says it again.', inputSchema: ECHO_SCHEMA }];
    const result =
      method === 'tools/list'
        ? { tools }
        : { supportedVersions: ['2026-07-28'], capabilities: {}, content: [] };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } }));
  },
});
const tool = { description: 'Says it again.', input_schema: ECHO_SCHEMA };
const home = await GatewayHome.make(
  {
    providers: [
      {
        name: 'office',
        family: 'mcp',
        base_url: hanging.url,
        secret: undefined,
        serves_responses: undefined,
        models: [{ id: 'echo', price: { currency: 'EUR', tool_call: '0.002' }, tool }],
      },
    ],
    workloads: [
      { name: 'default', tools: ['office/*'], budget: { amount: '10', period: 'total' } },
    ],
  },
  hanging.url,
);
const environment = { GW_OUTBOUND_HOSTS: '127.0.0.1' };

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.stop();
  await home.remove();
});

const countOf = async (what: string) =>
  Number((await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);

it(
  'kill -9 in the middle of tool calls: each has one entry, nothing stays held, and the next one is served',
  async () => {
    const first = await home.start(environment);
    const calling = Array.from({ length: CALLS }, () =>
      first.callTool('office').catch(() => undefined),
    );
    await waitFor('the calls', () => hanging.calls().length === CALLS);
    first.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    expect(await Promise.all(calling)).toEqual(Array.from({ length: CALLS }, () => undefined));
    await home.close();

    isHanging = false;
    const second = await home.start(environment);
    await waitFor('everything to be settled', async () => {
      const open = (await countOf('call_intent')) + (await countOf('audit_pending'));
      return open === 0 && (await countOf('meter_counter WHERE held <> 0')) === 0;
    });
    expect(
      await countOf(`audit_row WHERE convert_from(entry, 'UTF8')::jsonb ->> 'surface' = 'mcp'`),
    ).toBe(CALLS);
    const answer = await second.callTool('office');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json<{ result: object }>().result).toMatchObject({ content: [] });
    expect(hanging.calls()).toHaveLength(CALLS + 1); // None of them was made again.
    expect((await home.fsck()).findings).toEqual([]);
    await home.close();
    expect(await second.stop()).toBe(0);
  },
  HANGS_MS,
);
