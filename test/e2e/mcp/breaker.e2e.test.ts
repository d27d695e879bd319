import { describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

const price = { currency: 'EUR', tool_call: '0.002' };
const tool = { description: 'Says it again.', input_schema: ECHO_SCHEMA };
const models = ['echo', 'other'].map((id) => ({ id, price, tool }));

type Way = 'well' | 'broken' | 'isError' | 'error' | 'locked' | 'silent';
let way: Way = 'well';
const office = await startToolServer({
  answers: (_request, response, body) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const say = (status: number, message: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
    const tools = models.map(({ id: name }) => ({
      name,
      description: tool.description,
      inputSchema: ECHO_SCHEMA,
    }));
    const about = { supportedVersions: ['2026-07-28'], capabilities: {}, tools };
    const content = [{ type: 'text', text: 'said' }];
    const { name } = (JSON.parse(body) as { params: { name?: string } }).params;
    if (method !== 'tools/call') say(200, { result: { resultType: 'complete', ...about } });
    else if (way === 'broken' && name === 'echo') response.writeHead(503).end();
    else if (way === 'locked') response.writeHead(403).end();
    else if (way === 'silent') return;
    else if (way === 'error') say(200, { error: { code: -32_603, message: 'no' } });
    else say(200, { result: { resultType: 'complete', content, isError: way === 'isError' } });
  },
});
let isGreeting = false;
const mute = await startToolServer({
  answers: (_request, response, body) => {
    const { id } = JSON.parse(body) as { id: number };
    const result = { resultType: 'complete', supportedVersions: [], capabilities: {}, content: [] };
    if (isGreeting) response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  },
});
const servers = { office: office.url, gone: 'http://127.0.0.1:9/mcp', mute: mute.url };
const gateway = await startGateway(
  {
    providers: Object.entries(servers).map(([name, url]) => ({
      name,
      family: 'mcp',
      base_url: url,
      secret: undefined,
      serves_responses: undefined,
      models,
    })),
    workloads: [
      { name: 'default', tools: ['office/*', 'gone/*', 'mute/*'], upstream_timeout_seconds: 30 },
    ],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1', GW_METRICS_TOKEN: 'a token for metrics' } },
);

interface Rpc {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly _meta?: { readonly 'gw/refusal'?: { readonly status: number } };
  };
}
const call = (server: string, name = 'echo', headers = {}): Promise<Answer> =>
  gateway.post(
    `/v1/mcp/${server}`,
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { text: 'x' } },
    },
    { headers },
  );
const textOf = (answer: Answer) => answer.json<Rpc>().result?.content[0]?.text;
const times = async (count: number, server: string) => {
  for (let at = 0; at < count; at++) await call(server);
};
const DOWN =
  /^The tool server \w+ does not answer right now\. Go on without it, or try again in \d+ seconds\.$/;
const stateOf = async (endpoint: string) => {
  const headers = { authorization: 'Bearer a token for metrics' };
  const { text } = await gateway.send('/metrics', { headers });
  return text
    .split('\n')
    .find((line) => line.startsWith('gw_breaker_state{') && line.includes(`"${endpoint}"`))
    ?.at(-1);
};

describe('the breaker of a tool server', () => {
  it('opens after five connections that fail, for all its tools, and lets a call try again', async () => {
    await times(5, 'gone');
    for (const name of ['echo', 'other']) {
      const answer = await call('gone', name);
      expect([answer.status, answer.json<Rpc>().result?.isError]).toEqual([200, true]);
      expect(textOf(answer)).toMatch(DOWN);
      expect(answer.json<Rpc>().result?._meta?.['gw/refusal']?.status).toBe(503);
      expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
    }
    gateway.clock.skip(5_000);
    expect(textOf(await call('gone'))).toContain('could not be reached');
    expect(textOf(await call('gone'))).toMatch(DOWN);
  });

  it('opens for a server that shakes no hands, and no list of its tools is waited for then', async () => {
    for (let at = 0; at < 5; at++) {
      const before = mute.asked.length;
      const answering = call('mute');
      await waitFor('the greeting', () => mute.asked.length > before);
      gateway.clock.skip(10_000);
      await answering;
    }
    gateway.clock.skip(1_000);
    const before = mute.asked.length;
    expect(textOf(await call('mute'))).toMatch(DOWN);
    expect(mute.asked).toHaveLength(before);
    isGreeting = true;
    gateway.clock.skip(60_000);
    expect((await call('mute')).json<Rpc>().result?.isError).toBeUndefined();
  });

  it.each<[Way]>([['isError'], ['error'], ['locked'], ['well']])(
    'stays closed for a server that is there (%s)',
    async (now) => {
      way = now;
      await times(12, 'office');
      expect(textOf(await call('office')) ?? '').not.toMatch(DOWN);
      expect(await stateOf('office/echo')).toBe('0');
      gateway.clock.skip(30_000);
    },
  );

  it('stays closed for callers who give it no time', async () => {
    way = 'silent';
    const before = office.calls().length;
    const hasty = Array.from({ length: 12 }, () =>
      call('office', 'echo', { 'x-gw-upstream-timeout': '1' }),
    );
    await waitFor('the calls', () => office.calls().length === before + hasty.length);
    gateway.clock.skip(1_000);
    await Promise.all(hasty);
    expect(await stateOf('office/echo')).toBe('0');
    way = 'well';
    expect(textOf(await call('office'))).toBe('said');
    gateway.clock.skip(30_000);
  });

  it('opens for the tool that fails, not for its neighbours; three calls that go well close it', async () => {
    way = 'broken';
    await times(10, 'office');
    const before = office.calls().length;
    expect(textOf(await call('office'))).toMatch(DOWN);
    expect(office.calls()).toHaveLength(before);
    expect(textOf(await call('office', 'other'))).toBe('said');
    expect(await stateOf('office/echo')).toBe('2');
    way = 'well';
    gateway.clock.skip(5_000);
    expect(await stateOf('office/echo')).toBe('1');
    await times(3, 'office');
    expect(await stateOf('office/echo')).toBe('0');
  });

  it('lets one call at a time through while it is half open', async () => {
    way = 'broken';
    await times(10, 'office');
    gateway.clock.skip(5_000);
    way = 'silent';
    const before = office.calls().length;
    const probing = call('office');
    await waitFor('the probe', () => office.calls().length > before);
    expect(textOf(await call('office'))).toMatch(DOWN);
    gateway.clock.skip(30_000);
    await probing;
    expect(textOf(await call('office'))).toMatch(DOWN);
    expect(office.calls()).toHaveLength(before + 1);
  });
});
