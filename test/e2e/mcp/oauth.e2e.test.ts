import { describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { startTokenEndpoint, tells, type TokenEndpoint } from '../../support/token-endpoint.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

const SECRET = 'client secret & more: 100%';
const price = { currency: 'EUR', tool_call: '0.002' };
const models = [
  { id: 'echo', price, tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA } },
];

/** What the server takes now; every other bearer is answered 401. */
let taken: RegExp = /^Bearer token-\d+$/;
const office = await startToolServer({ admits: (bearer = '') => taken.test(bearer) });

const granting = (more: object = {}) =>
  startTokenEndpoint((response, turn) =>
    tells(200, { access_token: `token-${turn}`, token_type: 'Bearer', expires_in: 3_600, ...more })(
      response,
    ),
  );
const endpoints = {
  good: await granting(),
  posted: await granting(),
  renewing: await granting(),
  locked: await granting(),
  unsaid: await granting({ expires_in: undefined }),
  forever: await granting({ expires_in: 1e12 }),
  over: await granting({ expires_in: 0 }),
  never: await granting({ expires_in: -5 }),
  bound: await granting({ token_type: 'DPoP' }),
  split: await granting({ access_token: 'a\r\nx-evil: 1' }),
  refusing: await startTokenEndpoint(tells(401, { error: 'invalid_client' })),
  prose: await startTokenEndpoint((response) =>
    response.writeHead(400).end(`wrong secret ${SECRET}`),
  ),
  moved: await startTokenEndpoint((response) =>
    response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  ),
  hanging: await startTokenEndpoint(() => undefined),
  flooding: await startTokenEndpoint((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"access_token":"');
    const piece = 'x'.repeat(65_536);
    const write = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', write);
    write();
  }),
};
const inside: TokenEndpoint = { url: 'https://10.0.0.7/token', asked: [] };
const all: Readonly<Record<string, TokenEndpoint>> = { ...endpoints, inside };
const gateway = await startGateway(
  {
    providers: Object.entries(all).map(([name, { url }]) => ({
      name,
      family: 'mcp',
      base_url: office.url,
      token_url: url,
      oauth: {
        client_id: 'gate way',
        ...(name === 'good' && { scope: 'tools.read tools.call', resource: 'https://tools.test' }),
        ...(name === 'posted' && { sent_by: 'post', audience: 'tools' }),
      },
      secret: { env: 'CLIENT_SECRET' },
      serves_responses: undefined,
      models,
    })),
    workloads: [{ name: 'default', tools: Object.keys(all).map((name) => `${name}/*`) }],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1', CLIENT_SECRET: SECRET } },
);

interface Rpc {
  readonly result: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
}
const call = (server: string): Promise<Answer> =>
  gateway.post(`/v1/mcp/${server}`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: 'hello' } },
  });
const said = async (server: string) => {
  const { result } = (await call(server)).json<Rpc>();
  return result.isError ? `refused: ${result.content[0]?.text}` : result.content[0]?.text;
};
const bearers = () => office.asked.map(({ headers }) => headers.authorization);

describe('a tool server behind OAuth', () => {
  it('is called with a token that its client was given, asked for once by all who wait', async () => {
    const { asked } = endpoints.good;
    expect(await Promise.all([said('good'), said('good'), said('good')])).toEqual(
      Array.from({ length: 3 }, () => 'hello'),
    );
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'tools.read tools.call',
      resource: 'https://tools.test',
    });
    const pair = 'gate+way:client+secret+%26+more%3A+100%25';
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    expect(bearers().at(-1)).toBe('Bearer token-1');
    expect(JSON.stringify(office.asked)).not.toContain(SECRET);
  });

  it('has its secret sent in the form where its endpoint wants it there', async () => {
    expect(await said('posted')).toBe('hello');
    const [request] = endpoints.posted.asked;
    expect(request?.authorization).toBeUndefined();
    expect(Object.fromEntries(request?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      audience: 'tools',
      client_id: 'gate way',
      client_secret: SECRET,
    });
  });

  it('gets another token five minutes before the first ends', async () => {
    await said('good');
    gateway.clock.skip(54 * 60_000);
    await said('good');
    expect(endpoints.good.asked).toHaveLength(1);
    gateway.clock.skip(2 * 60_000);
    expect(await said('good')).toBe('hello');
    expect(endpoints.good.asked).toHaveLength(2);
  });

  it.each(['unsaid', 'forever'])(
    'whose tokens end at no time that can be used (%s): they are used for a bounded one',
    async (server) => {
      const { asked } = endpoints[server as 'unsaid'];
      await said(server);
      await said(server);
      expect(asked).toHaveLength(1);
      gateway.clock.skip(60 * 60_000);
      expect(await said(server)).toBe('hello');
      expect(asked).toHaveLength(2);
    },
  );

  it('that refuses a token is called once more, with another one', async () => {
    expect(await said('renewing')).toBe('hello');
    taken = /^Bearer token-2$/;
    const before = office.calls().length;
    const answer = await said('renewing');
    taken = /^Bearer token-\d+$/;
    expect(answer).toBe('hello');
    expect(endpoints.renewing.asked).toHaveLength(2);
    expect(office.calls().length - before).toBe(2); // Refused, which did nothing, and done.
  });

  it('that refuses every token is asked twice, and no more', async () => {
    taken = /^$/;
    const before = office.asked.length;
    const answer = await call('locked');
    taken = /^Bearer token-\d+$/;
    expect(answer.json<Rpc>().result.content[0]?.text).toContain('does not accept the gateway');
    expect(endpoints.locked.asked.length).toBeLessThanOrEqual(4); // The list of tools asks as well.
    expect(office.asked.length - before).toBeLessThanOrEqual(8);
    expect(await gateway.records.ledger(idOf(answer))).toMatchObject([{ nano: 0n }]);
  });
});

describe('a token endpoint that', () => {
  it.each([
    ['refuses the client', 'refusing', 'refused the gateway (401 invalid_client)'],
    ['refuses it in words of its own', 'prose', 'refused the gateway (400)'],
    ['gives tokens that have ended', 'over', 'gave no token (malformed)'],
    ['gives tokens that ended before', 'never', 'gave no token (malformed)'],
    ['gives tokens that are no bearers', 'bound', 'gave no token (malformed)'],
    ['gives tokens that are two headers', 'split', 'gave no token (malformed)'],
    ['redirects into the private network', 'moved', 'gave no token (307)'],
    ['answers without end', 'flooding', 'gave no token (malformed)'],
    ['stands in the private network', 'inside', 'no host of the public internet'],
  ])('%s: a result that says so, on record, and nothing charged', async (_what, server, words) => {
    const before = office.asked.length;
    const answer = await call(server);
    const { result } = answer.json<Rpc>();
    expect([answer.status, result.isError]).toEqual([200, true]);
    expect(result.content[0]?.text).toContain(words);
    expect(result.content[0]?.text).toMatch(/^The token endpoint of the tool server /);
    expect(office.asked).toHaveLength(before);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ surface: 'mcp' });
    expect(await gateway.records.ledger(idOf(answer))).toMatchObject([{ nano: 0n }]);
  });

  it('hangs is left after ten seconds', async () => {
    const answering = said('hanging');
    const { asked } = endpoints.hanging;
    await waitFor('the request of a token', () => asked.length === 1);
    gateway.clock.skip(10_000);
    // It was asked for by the list of tools, and rests a second before it is asked again.
    expect(await answering).toContain('gave no token (timeout)');
    expect(asked).toHaveLength(1);
  });
});

it('nothing of secrets and tokens is in the log of the process', () => {
  const log = gateway.log.lines.join('\n');
  expect(log).toContain('no access token: 401 invalid_client');
  expect(log).not.toContain(SECRET);
  expect(log).not.toMatch(/token-\d/);
});
