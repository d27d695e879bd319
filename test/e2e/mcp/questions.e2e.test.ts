import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorKey } from '#kernel';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { startNewestServer, type AskedMessage } from '../../support/newest-server.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';

const price = { currency: 'EUR', tool_call: '0.002' };
const models = [
  { id: 'echo', price, tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA } },
];
const CALL_NANO = 2_000_000n;
const MAIL = 'anna.berger@example.org';

const form = (message: string) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
});
const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };
const asking = (inputRequests: object, more: object = {}) => ({
  resultType: 'input_required',
  inputRequests,
  ...more,
});

/** The last request of each server. */
const heard: Record<string, AskedMessage> = {};
const STATE = 'rounds=1;secret=of-the-server';

/** Asks for a name, and greets by it. */
const polite = await startNewestServer((message) => {
  heard['polite'] = message;
  const { inputResponses, requestState, arguments: given } = message.params;
  if (!inputResponses) {
    const { text } = given as { text: string };
    return asking({ who: form(`Who wants ${text}?`) }, { requestState: STATE });
  }
  return { content: [{ type: 'text', text: JSON.stringify({ inputResponses, requestState }) }] };
});
const others = {
  sampler: asking({ who: form('Who?'), model: sampling }),
  sender: asking({
    go: { method: 'elicitation/create', params: { mode: 'url', url: 'https://x.example' } },
  }),
  strange: asking({ go: { method: 'tools/call', params: {} } }),
  empty: { resultType: 'input_required' },
  bulky: { resultType: 'input_required', requestState: 'x'.repeat(70_000) },
  many: asking(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`q${at}`, form('?')]))),
  task: { resultType: 'task', taskId: 'a' },
  locating: asking({ where: { method: 'roots/list', params: {} } }),
};
const needy = await startNewestServer(({ id }, response) => {
  response.writeHead(400, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: {
        code: -32_021,
        message: 'sampling is needed',
        data: { requiredCapabilities: { sampling: {} }, trace: 'of its own' },
      },
    }),
  );
  return undefined;
});
/** Says first what the gateway would go by, and last what clients do. */
const twice = await startNewestServer(({ id }, response) => {
  const asked = `"inputRequests":{"m":${JSON.stringify(sampling)}},"requestState":"raw"`;
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(
      `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[],${asked},"resultType":"input_required"}}`,
    );
  return undefined;
});
const odd = await Promise.all(
  Object.entries(others).map(
    async ([name, result]) => [name, await startNewestServer(() => result)] as const,
  ),
);
const all = [
  ['polite', polite],
  ['namesake', polite],
  ['needy', needy],
  ['twice', twice],
  ...odd,
] as const;
const gateway = await startGateway(
  {
    providers: all.map(([name, { url }]) => ({
      name,
      family: 'mcp',
      base_url: url,
      secret: undefined,
      serves_responses: undefined,
      models,
    })),
    workloads: [
      { name: 'default' },
      { name: 'other' },
      { name: 'tokenized', protection: { mode: 'tokenize' } },
      { name: 'blocked', protection: { mode: 'block' } },
    ].map((one) => ({ ...one, tools: all.map(([name]) => `${name}/*`) })),
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);

const ALL = { elicitation: {}, roots: { listChanged: true }, sampling: {} };

interface Rpc {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Readonly<Record<string, { readonly params: { message: string } }>>;
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
  readonly error?: {
    readonly code: number;
    readonly data?: { readonly gw?: { readonly code: string } } & Readonly<Record<string, unknown>>;
  };
}
const rpc = (answer: Answer) => answer.json<Rpc>();

interface Round {
  readonly workload?: string;
  readonly capabilities?: object;
  readonly more?: object;
  readonly text?: string;
  readonly given?: object;
}

/** In revision 2026-07-28. */
const call = (
  server: string,
  {
    workload = 'default',
    capabilities = ALL,
    more = {},
    text = 'it',
    given = { text },
  }: Round = {},
): Promise<Answer> =>
  gateway.post(
    '/v1/mcp',
    {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: {
        name: `${server}__echo`,
        arguments: given,
        ...more,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    },
    {
      workload,
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': `${server}__echo`,
      },
    },
  );
const accepted = (name: string) => ({ who: { action: 'accept', content: { name } } });
const charged = async (answer: Answer) =>
  (await gateway.records.ledger(idOf(answer))).reduce((sum, { nano }) => sum + nano, 0n);

async function stateOf(round: Round = {}): Promise<string> {
  const { result } = rpc(await call('polite', round));
  return result?.requestState ?? '';
}

/** In the protocol's form. */
function expectRefusal(answer: Answer, key: ErrorKey): void {
  expect(rpc(answer).error?.data?.gw?.code).toBe(catalogue[key].code);
}

describe('a tool that asks its caller for more', () => {
  it('is answered over two calls, each of which is on record, and paid once', async () => {
    const asked = await call('polite');
    const { result } = rpc(asked);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        who: { method: 'elicitation/create', params: { message: 'Who wants it?' } },
      },
    });
    expect(await charged(asked)).toBe(0n);
    expect(await gateway.records.entry(idOf(asked))).toMatchObject({ type: 'call', outcome: 'ok' });
    const more = { inputResponses: accepted('Ada'), requestState: result?.requestState };
    const done = await call('polite', { more });
    const told = JSON.parse(rpc(done).result?.content?.[0]?.text ?? '') as object;
    expect(told).toEqual({ inputResponses: accepted('Ada'), requestState: STATE });
    expect(await charged(done)).toBe(CALL_NANO);
    expect(await gateway.records.intentCount()).toBe(0);
  });

  it('does so for the official client, which asks its user', async () => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: {} } },
    );
    client.setRequestHandler('elicitation/create', () =>
      Promise.resolve({ action: 'accept' as const, content: { name: 'Ada' } }),
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${gateway.url}/v1/mcp/polite`), {
        requestInit: { headers: gateway.headers() },
      }),
    );
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'it' } });
    expect(JSON.stringify(content)).toContain('Ada');
    await client.close();
  });

  it('is told what its caller can answer, and nothing else of its client', async () => {
    const capabilities = { ...ALL, elicitation: { form: { note: MAIL }, url: {} }, extensions: {} };
    await call('polite', { capabilities });
    expect(heard['polite']?.params._meta['io.modelcontextprotocol/clientCapabilities']).toEqual({
      elicitation: { form: {}, url: {} },
      roots: {},
    });
    await call('polite', { capabilities: {} });
    expect(heard['polite']?.params._meta['io.modelcontextprotocol/clientCapabilities']).toEqual({});
  });

  it('asks in the caller’s values, and is answered in pseudonyms', async () => {
    const workload = 'tokenized';
    const asked = rpc(await call('polite', { workload, text: MAIL })).result;
    expect(asked?.inputRequests?.['who']?.params.message).toBe(`Who wants ${MAIL}?`);
    const more = { inputResponses: accepted(MAIL), requestState: asked?.requestState };
    const done = await call('polite', { workload, text: MAIL, more });
    expect(JSON.stringify(heard['polite']?.params)).not.toContain('anna.berger');
    expect(rpc(done).result?.content?.[0]?.text).toContain(MAIL);
  });

  it('is sent no answer that data protection blocks', async () => {
    const before = polite.calls().length;
    const more = { inputResponses: accepted(MAIL) };
    const answer = await call('polite', { workload: 'blocked', more });
    expect(rpc(answer).result?.isError).toBe(true);
    expect(polite.calls()).toHaveLength(before);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
  });

  it('is sent arguments of any name, and no order to the gateway among them', async () => {
    await call('polite', { given: { text: 'it', gw: { remove: ['it'] } } });
    expect(heard['polite']?.params['arguments']).toEqual({ text: 'it', gw: { remove: ['it'] } });
  });

  it('may be answered with nothing of its state, and with answers to nothing', async () => {
    const more = { inputResponses: { ...accepted('Ada'), unknown: { action: 'decline' } } };
    expect(rpc(await call('polite', { more })).result?.content?.[0]?.text).toContain('Ada');
  });
});

describe('what a server keeps with its caller', () => {
  it('is shown to nobody', async () => {
    const sealed = await stateOf();
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('secret');
    expect(await stateOf()).not.toBe(sealed);
  });

  it.each<[string, (sealed: string) => string]>([
    ['forged', () => Buffer.from(`9999999999999 ${STATE}`).toString('base64url')],
    ['changed', (sealed) => `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`],
    ['cut', (sealed) => sealed.slice(0, 20)],
    ['longer', (sealed) => `${sealed}-TAMPERED`],
    ['in other letters', (sealed) => `${sealed}=`],
    ['of nothing', () => ''],
    ['endless', () => 'A'.repeat(500_000)],
  ])('is refused where it is %s', async (_what, change) => {
    const requestState = change(await stateOf());
    const before = polite.calls().length;
    const answer = await call('polite', { more: { inputResponses: {}, requestState } });
    expect([answer.status, rpc(answer).error?.code]).toEqual([200, -32_602]);
    expectRefusal(answer, 'mcp_state_invalid');
    expect(polite.calls()).toHaveLength(before);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'refusal' });
  });

  it('is of no use to another workload, or to another server', async () => {
    const more = { inputResponses: accepted('Eve'), requestState: await stateOf() };
    const before = polite.calls().length;
    expectRefusal(await call('polite', { workload: 'other', more }), 'mcp_state_invalid');
    expectRefusal(await call('namesake', { more }), 'mcp_state_invalid');
    expect(polite.calls()).toHaveLength(before);
  });

  it.each<[string, unknown]>([
    ['a number', { who: 12_345 }],
    ['nothing', null],
    ['a list', [accepted('Ada')]],
  ])('comes with answers that are none: %s', async (_what, inputResponses) => {
    const answer = await call('polite', { more: { inputResponses } });
    expect(rpc(answer).error?.code).toBe(-32_602);
    expectRefusal(answer, 'tool_arguments_invalid');
  });
});

describe('a question that is not passed on', () => {
  it.each([
    ['for an answer of the caller’s model', 'sampler', ALL, 'sampling'],
    ['that the caller cannot be asked', 'locating', { elicitation: {} }, 'not said that it can'],
    ['for an address, of who can fill in forms', 'sender', ALL, 'not said that it can'],
    ['that is no question', 'strange', ALL, 'not said that it can'],
    ['about nothing', 'empty', ALL, 'does not say for what'],
    ['with more than a caller keeps', 'bulky', ALL, 'keep more for it'],
    ['with many others', 'many', ALL, 'more than 32 questions'],
    ['in the form of a task', 'task', ALL, 'not passed on'],
    ['that needs the caller’s model', 'needy', ALL, 'sampling'],
    ['behind a result that is none', 'twice', ALL, 'cannot be read'],
  ])(
    '%s: a result that says so, and nothing charged',
    async (_what, server, capabilities, words) => {
      const answer = await call(server, { capabilities });
      const { result } = rpc(answer);
      expect([answer.status, result?.isError]).toEqual([200, true]);
      expect(result?.content?.[0]?.text).toContain(words);
      expect(result?.inputRequests).toBeUndefined();
      expect(await charged(answer)).toBe(0n);
      expect(await gateway.records.entry(idOf(answer))).toMatchObject({ type: 'call' });
    },
  );

  it('of who did not say that it could be asked: the error of the protocol, without the server’s own words', async () => {
    const answer = await call('needy', { capabilities: {} });
    expect([answer.status, rpc(answer).error?.code]).toEqual([400, -32_021]);
    expect(rpc(answer).error?.data).toEqual({ requiredCapabilities: { sampling: {} } });
  });

  it('of a client of a revision before, which cannot be asked', async () => {
    const before = await gateway.post('/v1/mcp', {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'polite__echo', arguments: { text: 'it' } },
    });
    const { result } = rpc(before);
    expect(result?.isError).toBe(true);
    expect(result?.content?.[0]?.text).toContain('revisions before 2026-07-28');
    expect(await charged(before)).toBe(0n);
  });
});
