import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { AnswerRoom } from '#platform';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { startNewestServer } from '../../support/newest-server.js';
import { ECHO_SCHEMA } from '../../support/tool-server.js';

const MIB = 1_048_576;
const price = { currency: 'EUR', tool_call: '0.002' };
const many = (one: string, chars: number): string =>
  Array.from({ length: chars / (one.length + 1) }, () => one).join(',');

/** Results as they are sent, by what the tool is asked for. */
const RESULTS: Readonly<Record<string, string>> = {
  text: `{"content":[{"type":"text","text":"${'word '.repeat(MIB / 5)}"}]}`,
  empties: `{"content":[],"structuredContent":{"a":[${many('[]', 2 * MIB)}]}}`,
  numbers: `{"content":[],"structuredContent":{"a":[${many('1', MIB)}]}}`,
  links: `{"content":[${many('{"type":"resource_link","uri":"a"}', 3.9 * MIB)}]}`,
};
const events = (result: string, id: number, before: string): string =>
  `${before}data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;

/** Pages of which a few words are kept, and megabytes are not. */
const page = (at: number): string => {
  const prompt = `{"name":"prompt-${at}","description":"with words of its own"}`;
  return `{"prompts":[${prompt}],"nextCursor":"page-${at}","_meta":{"x":"${'y'.repeat(3 * MIB)}"}}`;
};
let pages = 0;
const server = await startNewestServer(({ id, method, params }, response) => {
  const wanted = (params['arguments'] as { text?: string } | undefined)?.text ?? '';
  if (wanted === 'events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events('{"content":[]}', id, 'data:1\n\n'.repeat(MIB / 8)));
    return undefined;
  }
  const result = method === 'prompts/list' ? page(pages++) : (RESULTS[wanted] ?? '{}');
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  return undefined;
});
const NAMES = Array.from({ length: 2 }, (_, at) => `server-${at}`);
const gateway = await startGateway(
  {
    providers: NAMES.map((name) => ({
      name,
      family: 'mcp',
      base_url: server.url,
      secret: undefined,
      serves_responses: undefined,
      models: [
        { id: 'prompts/get', price },
        { id: 'echo', price, tool: { description: 'Says it again.', input_schema: ECHO_SCHEMA } },
      ],
    })),
    workloads: [{ name: 'default', tools: NAMES.map((name) => `${name}/*`) }],
  },
  { env: { GW_OUTBOUND_HOSTS: '127.0.0.1' } },
);
const room = gateway.app.get(AnswerRoom);

const ask = (path: string, method: string, params: object) =>
  gateway.post(path, { jsonrpc: '2.0', id: 7, method, params });
const call = (text: string) =>
  ask('/v1/mcp/server-0', 'tools/call', { name: 'echo', arguments: { text } });

describe('what a tool answers', () => {
  it.each([
    ['empties', 'more than 200000 values'],
    ['numbers', 'more than 200000 values'],
    ['links', 'more than 200000 values'],
    ['events', 'more than 20000 events'],
  ])('is refused where it is made of more than anybody reads: %s', async (what, words) => {
    const answer = await call(what);
    expect(answer.text).toContain(words);
    expect(answer.text).toContain('"isError":true');
    expect(await gateway.records.ledger(idOf(answer))).toMatchObject([{ kind: 'void' }]);
  });

  it('holds room of the process until it is taken', async () => {
    expect(room.memoryBytes).toBe(0);
    const answering = call('text');
    await expect.poll(() => room.memoryBytes, { interval: 1 }).toBeGreaterThan(MIB);
    expect((await answering).status).toBe(200);
    await expect.poll(() => room.memoryBytes).toBe(0);
  });

  it('waits for room, and is refused where there is none', async () => {
    const all = 1_024 * MIB;
    expect(room.bytes.tryTake(all) || (await room.bytes.take(all).then(() => true))).toBe(true);
    const answering = call('text');
    await expect.poll(() => room.bytes.isContended).toBe(true);
    gateway.clock.skip(5_000);
    expect((await answering).status).toBe(503);
    room.bytes.give(all);
  });
});

it('of lists keeps what is shown, and not the pages that it was on', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = async () => {
    await new Promise(setImmediate);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await used();
  const { text } = await ask('/v1/mcp', 'prompts/list', {});
  expect(text).toContain('server-1__prompt-');
  expect(pages).toBe(20 * NAMES.length);
  expect(((await used()) - before) / MIB).toBeLessThan(30);
});
