import { describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';

const ADDRESS = 'anna.berger@example.org';
const IBAN = 'DE89370400440532013000';
const price = { currency: 'EUR', tool_call: '0.002' };
const anything = { type: 'object', properties: {} };
const models = [
  { id: 'echo', price, tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA } },
  { id: 'take', price, tool: { description: 'Takes anything.', input_schema: anything } },
];
const methods = ['prompts/get', 'resources/read'].map((id) => ({ id, price: 'free' }));

/** Each says again what it was sent. */
const taking = () =>
  startToolServer({
    answers: (_request, response, body) => {
      const { id, method, params } = JSON.parse(body) as {
        id: number;
        method: string;
        params: { arguments?: object };
      };
      const tools = models.map(({ id: name, tool }) => ({
        name,
        description: tool.description,
        inputSchema: tool.input_schema,
      }));
      const text = JSON.stringify(params.arguments ?? null);
      const results: Readonly<Record<string, object>> = {
        'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} },
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text }] },
        'prompts/get': { messages: [] },
        'resources/read': { contents: [] },
      };
      const result = { resultType: 'complete', ...results[method] };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    },
  });
const servers = { inhouse: await taking(), public: await taking() };
const server = (name: 'inhouse' | 'public', more: object = {}) => ({
  name,
  family: 'mcp',
  base_url: servers[name].url,
  secret: undefined,
  serves_responses: undefined,
  models: [...models, ...methods],
  ...more,
});
const MODES = ['mask', 'tokenize', 'block'] as const;
const tools = ['inhouse/*', 'public/*'];
const gateway = await startGateway(
  {
    organisation: { protection: { allow_weaker_overrides: true } },
    providers: [
      server('inhouse', { trusted: true, location: { zone: 'LOCAL' } }),
      server('public'),
    ],
    workloads: [
      ...MODES.map((mode) => ({ name: mode, tools, protection: { mode } })),
      {
        name: 'mixed',
        tools,
        protection: { mode: 'tokenize', kinds: [{ name: 'iban', action: 'mask' }] },
      },
      { name: 'answers', tools, protection: { mode: 'tokenize', answers: 'mask' } },
    ],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);

const call = (
  workload: string,
  to: 'inhouse' | 'public',
  given: object,
  name = 'echo',
): Promise<Answer> =>
  gateway.post(
    `/v1/mcp/${to}`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    { workload },
  );
const sent = (to: 'inhouse' | 'public') => servers[to].calls().at(-1);
const text = `Write to ${ADDRESS}`;

describe('a tool server that settings trust', () => {
  it('is sent the values that stand behind pseudonyms, which the entry says', async () => {
    const answer = await call('tokenize', 'inhouse', { text });
    expect(sent('inhouse')).toEqual({ text });
    expect(answer.text).toContain(ADDRESS);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      outcome: 'ok',
      marks: ['values_sent'],
      dlp: { action: 'tokenized', findings: { email: 1 } },
    });
  });

  it('is sent the very arguments, wherever the values stood in them', async () => {
    const given = {
      [ADDRESS]: 'a key',
      nested: [{ deep: `"${ADDRESS}"\n\\ and ${IBAN}` }],
      json: JSON.stringify({ to: ADDRESS, quoted: `"${ADDRESS}"` }),
      twice: `${ADDRESS}, ${ADDRESS.toUpperCase()}`,
      url: `https://wiki.example.com/?q=${encodeURIComponent(ADDRESS)}`,
      plain: [1, true, null, 'nothing'],
      card: 4_111_111_111_111_111,
    };
    await call('tokenize', 'inhouse', given, 'take');
    // What stood encoded comes as itself, and a number as text.
    expect(sent('inhouse')).toEqual({
      ...given,
      url: `https://wiki.example.com/?q=${ADDRESS}`,
      card: String(given.card),
    });
  });

  it('is sent no value that is masked, and none of a call that is refused', async () => {
    await call('mask', 'inhouse', { text });
    expect(JSON.stringify(sent('inhouse'))).not.toContain('anna.berger');
    await call('mixed', 'inhouse', { text: `${ADDRESS} pays from ${IBAN}` });
    expect(JSON.stringify(sent('inhouse'))).toContain(ADDRESS);
    expect(JSON.stringify(sent('inhouse'))).not.toContain(IBAN);
    const before = servers.inhouse.calls().length;
    const blocked = await call('block', 'inhouse', { text });
    expect(blocked.json<{ result: { isError: boolean } }>().result.isError).toBe(true);
    expect(servers.inhouse.calls()).toHaveLength(before);
  });

  it('says nothing of a value that was not sent', async () => {
    const answer = await call('tokenize', 'inhouse', { text: 'Nobody is named here' });
    expect((await gateway.records.entry(idOf(answer)))['marks'] ?? []).toEqual([]);
  });
});

describe('a prompt and a resource', () => {
  const asked = async (to: 'inhouse' | 'public', method: string, params: object) => {
    const before = servers[to].asked.length;
    const message = { jsonrpc: '2.0', id: 1, method, params };
    const answer = await gateway.post(`/v1/mcp/${to}`, message, { workload: 'tokenize' });
    expect(answer.json<{ error?: object }>().error).toBeUndefined();
    return JSON.stringify(servers[to].asked.slice(before));
  };

  it.each([
    ['prompts/get', { name: 'write', arguments: { to: ADDRESS } }],
    ['resources/read', { uri: `letters:${ADDRESS}` }],
  ])('are asked for by values of a trusted server alone: %s', async (method, params) => {
    expect(await asked('inhouse', method, params)).toContain(ADDRESS);
    expect(await asked('public', method, params)).not.toContain('anna.berger');
  });
});

describe('a tool server without the mark', () => {
  it.each(MODES)('gets no value in the mode %s', async (workload) => {
    const given = {
      [ADDRESS]: 'a key',
      nested: [{ deep: `"${ADDRESS}"\n and ${IBAN}` }],
      json: JSON.stringify({ to: ADDRESS }),
      url: `https://wiki.example.com/?q=${encodeURIComponent(ADDRESS)}`,
    };
    const before = servers.public.asked.length;
    const answer = await call(workload, 'public', given, 'take');
    const told = JSON.stringify(servers.public.asked.slice(before));
    expect(told).not.toMatch(/anna\.berger|DE8937040044/);
    expect((await gateway.records.entry(idOf(answer)))['marks'] ?? []).not.toContain('values_sent');
  });

  it('gets none where answers are looked at as well', async () => {
    await call('answers', 'public', { text });
    expect(JSON.stringify(sent('public'))).not.toContain('anna.berger');
  });
});
