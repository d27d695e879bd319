import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { SERVER_METHODS } from '#call';
import { catalogue, type ErrorKey } from '#kernel';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { startNewestServer, type AskedMessage } from '../../support/newest-server.js';
import { makeReferenceServer } from '../../support/reference-tools.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

const price = { currency: 'EUR', tool_call: '0.002' };
const CALL_NANO = 2_000_000n;
const MAIL = 'anna.berger@example.org';
const models = SERVER_METHODS.map((id) => ({ id, price }));
const echo = {
  id: 'echo',
  price,
  tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA },
};
const LONG = 'a prompt with a name that is longer than any interface of a model takes';

const office = await startToolServer({ make: makeReferenceServer });
const state: { heard: AskedMessage | undefined; listed: number; uri: string } = {
  heard: undefined,
  listed: 0,
  uri: 'test://a',
};
/** Its texts have values in them, and its URIs say what the test says. */
const lab = await startNewestServer((message) => {
  state.heard = message;
  switch (message.method) {
    case 'prompts/list':
      state.listed++;
      return { prompts: [{ name: 'write', description: `Writes to ${MAIL}` }, { name: LONG }] };
    case 'resources/list':
      return { resources: [{ uri: 'test://a', name: MAIL }] };
    case 'resources/templates/list':
      return { resourceTemplates: [{ uriTemplate: 'test://{id}', name: 'all' }] };
    case 'resources/read':
      return {
        contents: [{ uri: state.uri, text: `of ${MAIL}` }],
        cacheScope: 'public',
        ttlMs: 60_000,
      };
    case 'tools/call':
      return {
        content: [
          { type: 'resource_link', uri: 'test://a', name: 'a' },
          { type: 'resource', resource: { uri: 'test://b', text: 'gw+lab:test://b' } },
          { type: 'text', text: 'test://a' },
        ],
      };
    default:
      return { messages: [], completion: { values: [] } };
  }
});
const server = (name: string, url: string, more: object = {}) => ({
  name,
  family: 'mcp',
  base_url: url,
  secret: undefined,
  serves_responses: undefined,
  models,
  ...more,
});
const PAGES: Record<string, number> = {};
const items = (count: number, char: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `${char.repeat(100)}${at}` }));
const odd = {
  endless: await startNewestServer(({ params }) => {
    PAGES['endless'] = (PAGES['endless'] ?? 0) + 1;
    return { prompts: items(10, 'x'), nextCursor: `${JSON.stringify(params['cursor'])}n` };
  }),
  many: await startNewestServer(() => ({ prompts: items(5_000, 'y') })),
  bulky: await startNewestServer(() => ({ prompts: [{ name: 'z'.repeat(5 * 1_048_576) }] })),
  nonsense: await startNewestServer((_message, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    return undefined;
  }),
  strange: await startNewestServer(() => ({ prompts: [1, { name: 2 }, {}, { name: 'good' }] })),
};
const hanging = await startNewestServer(() => undefined);
const none = await startNewestServer(({ id }, response) => {
  const error = { code: -32_601, message: 'Method not found' };
  response
    .writeHead(404, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  return undefined;
});
const oddNames = [...Object.keys(odd), 'hanging', 'none'];
const gateway = await startGateway(
  {
    organisation: { residency: { mode: 'enforce', preset: 'anything', deny_countries: ['CN'] } },
    providers: [
      server('office', office.url),
      server('lab', lab.url, { models: [...models, echo] }),
      server('my_Lab', lab.url),
      server('abroad', lab.url, { location: { zone: 'CN', guaranteed: true } }),
      ...Object.entries({ ...odd, hanging, none }).map(([name, { url }]) => server(name, url)),
    ],
    workloads: [
      { name: 'default', tools: ['office/*', 'lab/*', 'my_Lab/resources/read'] },
      { name: 'none' },
      { name: 'abroad', tools: ['abroad/*'] },
      { name: 'prompts', tools: ['lab/prompts/get'] },
      { name: 'tool', tools: ['lab/echo'] },
      { name: 'odd', tools: oddNames.map((name) => `${name}/*`) },
      { name: 'masked', tools: ['lab/*'], protection: { mode: 'mask', answers: 'mask' } },
      { name: 'answers', tools: ['lab/*'], protection: { mode: 'block', answers: 'block' } },
      { name: 'tokenized', tools: ['lab/*'], protection: { mode: 'tokenize' } },
      { name: 'poor', tools: ['lab/*'], budget: { amount: '0.001', period: 'total' } },
    ],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);

interface Item {
  readonly uri?: string;
  readonly name?: string;
  readonly description?: string;
  readonly uriTemplate?: string;
  readonly text?: string;
  readonly resource?: { readonly uri: string; readonly text: string };
}
interface Rpc {
  readonly result?: {
    readonly resources?: readonly Item[];
    readonly resourceTemplates?: readonly Item[];
    readonly prompts?: readonly Item[];
    readonly contents?: readonly Item[];
    readonly content?: readonly Item[];
    readonly capabilities?: object;
    readonly cacheScope?: string;
    readonly ttlMs?: number;
  };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly gw?: { readonly code: string }; readonly uri?: string };
  };
}
const rpc = (answer: Answer) => answer.json<Rpc>();

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Options {
  readonly workload?: string;
  readonly path?: string;
  readonly isModern?: boolean;
}

const ask = (
  method: string,
  params: { readonly name?: string; readonly uri?: string } & object = {},
  { workload = 'default', path = '/v1/mcp', isModern = true }: Options = {},
): Promise<Answer> => {
  const named = params.name ?? params.uri;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(named !== undefined && { 'mcp-name': named }),
  };
  const body = { jsonrpc: '2.0', id: 7, method, params: isModern ? { ...params, _meta } : params };
  return gateway.post(path, body, { workload, headers: isModern ? headers : {} });
};
const charged = async (answer: Answer) =>
  (await gateway.records.ledger(idOf(answer))).reduce((sum, { nano }) => sum + nano, 0n);

/** In the protocol's form. */
function expectRefusal(answer: Answer, key: ErrorKey): void {
  expect(rpc(answer).error?.data?.gw?.code).toBe(catalogue[key].code);
}

async function connected(mode: 'auto' | 'legacy', path = '/v1/mcp') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(gateway.url + path), {
      requestInit: { headers: gateway.headers() },
    }),
  );
  return client;
}

describe.each(['auto', 'legacy'] as const)('a client of the official package, %s', (mode) => {
  it('reads, gets and completes what servers have, by names that say whose it is', async () => {
    const client = await connected(mode);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'gw+lab:test://a',
      'gw+x-77d343630be2:test://a',
      'gw+office:test://static-text',
      'gw+office:test://static-binary',
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'gw+office:test://template/{id}/data',
    );
    const uri = 'gw+office:test://template/123/data';
    const { contents } = await client.readResource({ uri });
    expect(contents[0]).toMatchObject({ uri, text: expect.stringContaining('Data for ID: 123') });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('office__test_simple_prompt');
    const name = 'office__test_prompt_with_arguments';
    const given = { arg1: 'one', arg2: 'two' };
    const { messages } = await client.getPrompt({ name, arguments: given });
    expect(JSON.stringify(messages)).toContain("arg1='one', arg2='two'");
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name },
      argument: { name: 'arg1', value: 'par' },
    });
    expect(completion.values).toEqual(['paris', 'park', 'party']);
    await client.close();
  });

  it('does so at one server by its own names', async () => {
    const client = await connected(mode, '/v1/mcp/office');
    const { resources } = await client.listResources();
    expect(resources[0]?.uri).toBe('test://static-text');
    const { contents } = await client.readResource({ uri: 'test://static-binary' });
    expect(contents[0]).toMatchObject({ uri: 'test://static-binary', mimeType: 'image/png' });
    const { messages } = await client.getPrompt({ name: 'test_simple_prompt' });
    expect(messages).toHaveLength(1);
    await client.close();
  });
});

describe('a read', () => {
  it('is one entry, priced by the call, as its method', async () => {
    const answer = await ask('resources/read', { uri: 'gw+lab:test://a' });
    expect(rpc(answer).result?.contents?.[0]?.uri).toBe('gw+lab:test://a');
    expect(state.heard?.params.uri).toBe('test://a');
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      type: 'call',
      surface: 'mcp',
      outcome: 'ok',
      model_requested: 'lab/resources/read',
      units: { tool_calls: 1 },
    });
    expect(await charged(answer)).toBe(CALL_NANO);
  });

  it('is told to be kept by nobody else, whatever its server says', async () => {
    const { result } = rpc(await ask('resources/read', { uri: 'gw+lab:test://a' }));
    expect([result?.cacheScope, result?.ttlMs]).toEqual(['private', 60_000]);
  });

  it('says which server everything is of, also what its server calls otherwise', async () => {
    for (const uri of ['test://other', 'gw+office:test://static-text', 'file:///etc/passwd']) {
      state.uri = uri;
      const { result } = rpc(await ask('resources/read', { uri: 'gw+lab:test://a' }));
      expect(result?.contents?.[0]?.uri).toBe(`gw+lab:${uri}`);
    }
    state.uri = 'test://a';
    const { result } = rpc(
      await ask('tools/call', { name: 'lab__echo', arguments: { text: '' } } as object),
    );
    expect(result?.content?.map(({ uri, resource, text }) => uri ?? resource ?? text)).toEqual([
      'gw+lab:test://a',
      { uri: 'gw+lab:test://b', text: 'gw+lab:test://b' },
      'test://a',
    ]);
  });

  it('leaves the links of tools alone for who may not read them', async () => {
    const answer = await ask(
      'tools/call',
      { name: 'lab__echo', arguments: { text: '' } } as object,
      {
        workload: 'tool',
      },
    );
    expect(rpc(answer).result?.content?.[0]?.uri).toBe('test://a');
  });

  it('is inspected both ways as calls of tools are', async () => {
    const uri = `gw+lab:test://of/${MAIL}`;
    const blocked = await ask('resources/read', { uri }, { workload: 'answers' });
    expect([blocked.status, rpc(blocked).error?.code]).toEqual([200, -32_000]);
    expect(blocked.text).not.toContain('anna.berger');
    expect(await gateway.records.entry(idOf(blocked))).toMatchObject({ type: 'refusal' });
    const pseudonymous = await ask('resources/read', { uri }, { workload: 'tokenized' });
    expect(state.heard?.params.uri).not.toContain('anna.berger');
    expect(rpc(pseudonymous).result?.contents).toHaveLength(1);
    const masked = await ask('resources/read', { uri: 'gw+lab:test://a' }, { workload: 'masked' });
    expect(masked.text).not.toContain('anna.berger');
    expect(await charged(masked)).toBe(CALL_NANO);
  });

  it('is refused where the budget does not reach, before its server is asked', async () => {
    state.heard = undefined;
    const answer = await ask('resources/read', { uri: 'gw+lab:test://a' }, { workload: 'poor' });
    expect(answer.status).toBe(402);
    expect(state.heard).toBeUndefined();
  });

  it('is refused where residency lets nothing be processed, in the protocol’s form', async () => {
    state.heard = undefined;
    const uri = 'gw+abroad:test://a';
    const answer = await ask('resources/read', { uri }, { workload: 'abroad' });
    expect([answer.status, rpc(answer).error?.code]).toEqual([200, -32_000]);
    expectRefusal(answer, 'residency_blocked');
    expect(state.heard).toBeUndefined();
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
  });

  it.each([
    ['in the words of the newest revision', true, -32_602],
    ['in those of before', false, -32_602],
  ])('of what there is not is an error with the URI, %s', async (_what, isModern, code) => {
    const uri = 'gw+office:test://nothing';
    const answer = await ask('resources/read', { uri }, { isModern });
    expect(rpc(answer).error).toMatchObject({ code, data: { uri } });
    expect(await charged(answer)).toBe(0n);
  });
});

describe('what leads nowhere', () => {
  it.each([
    ['resources/read', { uri: 'test://static-text' }],
    ['resources/read', { uri: 'gw+lab2:test://a' }],
    ['resources/read', { uri: 'gw+none:test://a' }],
    ['prompts/get', { name: 'write' }],
    ['prompts/get', { name: 'my_Lab__write' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: {} }],
  ])('%s %o', async (method, params) => {
    const answer = await ask(method, params);
    expect([answer.status, rpc(answer).error?.code]).toEqual([200, -32_602]);
    expectRefusal(answer, 'mcp_target_unknown');
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
  });

  it.each([
    ['resources/read', {}],
    ['prompts/get', { name: 'lab__write', arguments: [] }],
    ['completion/complete', { ref: { type: 'ref/tool', name: 'lab__echo' }, argument: {} }],
    ['completion/complete', {}],
  ])('%s without what it is of: %o', async (method, params) => {
    expectRefusal(await ask(method, params), 'tool_arguments_invalid');
  });

  it('is no method to who was not granted it, and no capability', async () => {
    for (const method of ['resources/list', 'resources/templates/list', 'completion/complete']) {
      const answer = await ask(method, {}, { workload: 'prompts' });
      expect([answer.status, rpc(answer).error?.code]).toEqual([404, -32_601]);
      expectRefusal(answer, 'mcp_method_unknown');
    }
    const { result } = rpc(await ask('server/discover', {}, { workload: 'prompts' }));
    expect(result?.capabilities).toEqual({ tools: {}, prompts: {} });
    const nothing = rpc(await ask('server/discover', {}, { workload: 'none' })).result;
    expect(nothing?.capabilities).toEqual({ tools: {} });
  });

  it('header and body that name another resource', async () => {
    const answer = await gateway.post(
      '/v1/mcp',
      {
        jsonrpc: '2.0',
        id: 7,
        method: 'resources/read',
        params: { uri: 'gw+lab:test://a', _meta },
      },
      {
        headers: {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'resources/read',
          'mcp-name': 'gw+office:test://static-text',
        },
      },
    );
    expectRefusal(answer, 'mcp_headers_differ');
  });
});

describe('a list', () => {
  it('is read from its server anew when it is a moment old', async () => {
    await ask('prompts/list', {}, { path: '/v1/mcp/lab' });
    const before = state.listed;
    await ask('prompts/list', {}, { path: '/v1/mcp/lab' });
    expect(state.listed).toBe(before);
    gateway.clock.skip(11_000);
    await ask('prompts/list', {}, { path: '/v1/mcp/lab' });
    expect(state.listed).toBe(before + 1);
  });

  it('passes data protection as results do', async () => {
    const masked = await ask('prompts/list', {}, { workload: 'masked' });
    expect(rpc(masked).result?.prompts?.[0]?.name).toBe('lab__write');
    expect(masked.text).not.toContain('anna.berger');
    const blocked = await ask('resources/list', {}, { workload: 'answers' });
    expect(blocked.text).not.toContain('anna.berger');
    expect(rpc(blocked).error?.code).toBe(-32_000);
    expect(await gateway.records.entry(idOf(blocked))).toMatchObject({ type: 'refusal' });
  });

  it('has names that are cut, and can be got all the same', async () => {
    const { result } = rpc(await ask('prompts/list'));
    const name = result?.prompts
      ?.map((one) => one.name ?? '')
      .find((one) => one.startsWith('lab__a'));
    expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(rpc(await ask('prompts/get', { name: name ?? '' })).error).toBeUndefined();
    expect(state.heard?.params.name).toBe(LONG);
  });

  it.each([
    ['without an end', 'endless', 200],
    ['of more than anybody reads', 'many', 1_000],
    ['of what is no prompt', 'strange', 1],
    ['that there is not', 'none', 0],
  ])('%s is bounded', async (_what, name, count) => {
    const { result } = rpc(
      await ask('prompts/list', {}, { workload: 'odd', path: `/v1/mcp/${name}` }),
    );
    expect(result?.prompts).toHaveLength(count);
    expect(PAGES['endless'] ?? 0).toBeLessThanOrEqual(20);
  });

  it.each([
    ['too large', 'bulky', 'more than 4 MiB'],
    ['nonsense', 'nonsense', 'cannot be read'],
  ])('that is %s is an error, in the protocol’s form', async (_what, name, words) => {
    const answer = await ask('prompts/list', {}, { workload: 'odd', path: `/v1/mcp/${name}` });
    expect([answer.status, rpc(answer).error?.code]).toEqual([200, -32_000]);
    expect(rpc(answer).error?.message).toContain(words);
  });

  it('of several servers is that of those which answer', async () => {
    const before = hanging.asked.length;
    const answering = ask('prompts/list', {}, { workload: 'odd' });
    const isAsked = () => hanging.asked.slice(before).some(({ body }) => body.includes('prompts'));
    await waitFor('the server that hangs', isAsked);
    gateway.clock.skip(5_000);
    const names = rpc(await answering).result?.prompts?.map(({ name }) => name?.split('__')[0]);
    expect(new Set(names)).toEqual(new Set(['endless', 'many', 'strange']));
  });
});
