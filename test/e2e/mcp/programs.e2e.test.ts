import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';
import { waitFor } from '../../support/wait-for.js';

const script = (name: string) => fileURLToPath(new URL(`../../support/${name}`, import.meta.url));
const run = (name: string, way: string) => ({ command: [process.execPath, script(name), way] });
const HOSTILE = [
  'silent',
  'garbage',
  'lines',
  'notes',
  'line',
  'errors',
  'exits',
  'closes',
  'twice',
  'other',
  'asks',
  'huge',
  'pretty',
  'memory',
  'forks',
  'deaf',
] as const;
type Hostile = (typeof HOSTILE)[number];
const allowed = {
  official: {
    ...run('tool-program.mjs', 'both'),
    env: { GIVEN: 'to this program' },
  },
  legacy: run('tool-program.mjs', 'legacy'),
  absent: { command: ['/nowhere/at-all'] },
  ...Object.fromEntries(HOSTILE.map((way) => [way, run('hostile-program.mjs', way)])),
};

const price = { currency: 'EUR', tool_call: '0.002' };
const EMPTY = { type: 'object', properties: {}, required: [] };
const wait = { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] };
const tool = (id: string, description: string, input_schema: object) => ({
  id,
  price,
  tool: { description, input_schema },
});
const echo = tool('echo', 'Says it again.', ECHO_SCHEMA);
const models = [
  echo,
  tool('env', 'Tells its variables.', EMPTY),
  tool('pid', 'Tells its number.', EMPTY),
  tool('exit', 'Ends.', EMPTY),
  tool('wait', 'Says it after some milliseconds.', wait),
];
const names = [...Object.keys(allowed), 'unlisted'];
const gateway = await startGateway(
  {
    organisation: { residency: { mode: 'enforce', allow_zones: ['LOCAL'] } },
    providers: names.map((name) => ({
      name,
      family: 'mcp',
      base_url: `stdio:${name}`,
      secret: undefined,
      serves_responses: undefined,
      models: name === 'official' || name === 'legacy' ? models : [echo],
    })),
    workloads: [
      {
        name: 'default',
        tools: names.map((name) => `${name}/*`),
        upstream_timeout_seconds: 30,
      },
    ],
  },
  {
    env: {
      GW_TOOL_COMMANDS: JSON.stringify(allowed),
      GW_SETUP_TOKEN: 'a secret of the gateway',
    },
  },
);

interface Rpc {
  readonly result?: {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
  };
}
const call = (server: string, name = 'echo', given: object = { text: 'hello' }): Promise<Answer> =>
  gateway.post(`/v1/mcp/${server}`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
const textOf = (answer: Answer) => answer.json<Rpc>().result?.content[0]?.text ?? answer.text;
const said = async (server: string, name?: string, given?: object) =>
  textOf(await call(server, name, given));
const charged = async (answer: Answer) =>
  (await gateway.records.ledger(idOf(answer))).reduce((sum, { nano }) => sum + nano, 0n);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.each(['official', 'legacy'])('a program of the official package, %s', (server) => {
  it('is called as other servers are, and paid', async () => {
    const answer = await call(server);
    expect(textOf(answer)).toBe('hello');
    expect(await charged(answer)).toBe(2_000_000n);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      surface: 'mcp',
      outcome: 'ok',
      jurisdiction: 'LOCAL',
    });
  });

  it('answers calls in its own order, each to whom it belongs', async () => {
    const waits = [60, 5, 40, 1, 20];
    const answers = await Promise.all(waits.map((ms) => said(server, 'wait', { ms })));
    expect(answers).toEqual(waits.map(String));
  });

  it('is started again when it has ended, once it has rested, and shakes hands anew', async () => {
    const first = Number(await said(server, 'pid', {}));
    const ended = await call(server, 'exit', {});
    expect(textOf(ended)).toContain('it has ended (exit code 3)');
    expect(await charged(ended)).toBe(0n);
    expect(await said(server, 'pid', {})).toMatch(/is started again in 1 seconds/);
    gateway.clock.skip(1_000);
    const second = Number(await said(server, 'pid', {}));
    expect(second).toBeGreaterThan(0);
    expect(second).not.toBe(first);
  });

  it('ends when nobody has called it for ten minutes', async () => {
    const pid = Number(await said(server, 'pid', {}));
    gateway.clock.skip(599_000);
    expect(isAlive(pid)).toBe(true);
    gateway.clock.skip(1_000);
    await waitFor('its end', () => !isAlive(pid));
    expect(Number(await said(server, 'pid', {}))).not.toBe(pid);
  });
});

it('a program has the variables that it was given, and none of the gateway’s', async () => {
  const variables = JSON.parse(await said('official', 'env', {})) as Record<string, string>;
  expect(variables['GIVEN']).toBe('to this program');
  expect(Object.keys(variables).filter((name) => /^GW_|DATABASE|REDIS|TOKEN/.test(name))).toEqual(
    [],
  );
  expect(Object.keys(variables).length).toBeLessThan(12);
});

describe('a program that', () => {
  it.each<[string, string, string]>([
    ['is not allowed by the environment', 'unlisted', 'GW_TOOL_COMMANDS allows no command'],
    ['is not there', 'absent', 'its program could not be started'],
    ['ends in the middle of a call', 'exits', 'it has ended (exit code 7)'],
    ['floods its output with lines', 'lines', 'too much that nobody has asked for'],
    ['floods it with notifications', 'notes', 'too much that nobody has asked for'],
    ['writes a line without end', 'line', 'longer than anybody can use'],
    ['answers with more than anybody can use', 'huge', 'more than 4 MiB'],
  ])('%s: a result that says so, and nothing charged', async (_what, server, words) => {
    const answer = await call(server);
    expect([answer.status, answer.json<Rpc>().result?.isError]).toEqual([200, true]);
    expect(textOf(answer)).toContain(words);
    expect(await charged(answer)).toBe(0n);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ surface: 'mcp' });
  });

  it.each<[string, Hostile, string]>([
    ['floods its errors', 'errors', 'said all the same'],
    ['answers twice', 'twice', 'once'],
    ['answers what nobody has asked', 'other', 'of its own'],
    ['asks the gateway for something', 'asks', '-32601 and somebody is there'],
    ['wants all memory', 'memory', 'no more'],
    ['reads a line at a time', 'pretty', 'two\nlines'],
  ])('%s serves all the same', async (_what, server, words) => {
    expect(await said(server, 'echo', { text: 'two\nlines' })).toBe(words);
    expect(await said(server, 'echo', { text: 'two\nlines' })).toBe(words);
  });

  it('is sent arguments with line breaks between them as one line', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call",\n"params":{"name":"echo",\n"arguments":{\r\n  "text":\n"a"\n}}}`;
    const answer = await gateway.send('/v1/mcp/pretty', {
      method: 'POST',
      headers: gateway.headers({ headers: { 'content-type': 'application/json' } }),
      body,
    });
    expect(textOf(answer)).toBe('a');
  });

  it.each(['silent', 'garbage'] as const)(
    'never answers (%s) is left by its deadline',
    async (server) => {
      const answering = call(server);
      const running = call(server);
      await expect.poll(() => gateway.records.intentCount()).toBe(2);
      const answers = Promise.all([answering, running]);
      const isOver = answers.then(() => true);
      await expect
        .poll(() => {
          gateway.clock.skip(30_000); // Their time may begin after they are on record.
          return Promise.race([isOver, Promise.resolve(false)]);
        })
        .toBe(true);
      for (const answer of await answers) {
        expect(answer.json<Rpc>().result?.isError).toBe(true);
        expect(await charged(answer)).toBe(0n);
      }
    },
  );

  it('closes its output is ended', async () => {
    const answering = said('closes');
    await expect.poll(() => gateway.records.intentCount()).toBe(1);
    await expect
      .poll(() => {
        gateway.clock.skip(1_000);
        return Promise.race([answering, Promise.resolve('it waits')]);
      })
      .toContain('it has closed its output');
  });

  it('shakes no hands is given up after ten seconds', async () => {
    const answering = said('deaf');
    const isOver = answering.then(() => true);
    await expect
      .poll(() => {
        gateway.clock.skip(2_000);
        return Promise.race([isOver, Promise.resolve(false)]);
      })
      .toBe(true);
    expect(await answering).toContain('did not shake hands in time');
  });

  it('starts others takes them along', async () => {
    const [pid = 0, child = 0] = (await said('forks')).split(' ').map(Number);
    expect([isAlive(pid), isAlive(child)]).toEqual([true, true]);
    process.kill(pid, 'SIGKILL');
    await waitFor('the end of its child', () => !isAlive(child));
  });
});
