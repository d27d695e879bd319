import { afterAll, expect, it } from 'vitest';
import { startGateway } from '../support/gateway.js';
import { ReplayServer, type Replay } from '../support/replay-server.js';
import { UPSTREAM_KEY } from '../support/test-sandbox.js';
import { Tally } from './tally.js';

/** Answers of a provider that quotes the credential it was opened with. */

const BEARER = `Bearer ${UPSTREAM_KEY}`;
const delta = (content: string) =>
  `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
const errorBody = (member: string) =>
  JSON.stringify({ error: { message: 'no', type: 'a', [member]: `got ${BEARER}` } });

/** By what they are: status, type and text. */
const QUOTES: Readonly<Record<string, readonly [number, string, string]>> = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 422, 429, 500, 503].flatMap((status) =>
      ['message', 'param', 'code', 'type'].map((member) => [
        `${member} of ${status}`,
        [status, 'application/json', errorBody(member)],
      ]),
    ),
  ),
  'a page of 400': [400, 'text/plain', `authorization: ${BEARER}`],
  'an error with 200': [200, 'application/json', errorBody('message')],
  'an answer': [
    200,
    'application/json',
    `{"choices":[{"index":0,"message":{"role":"assistant","content":"${BEARER}"}}]}`,
  ],
  'an unknown member': [200, 'application/json', `{"choices":[],"debug":["${BEARER}"]}`],
  'a stream': [200, 'text/event-stream', delta('Hi') + delta(BEARER) + 'data: [DONE]\n\n'],
  'an error in a stream': [
    200,
    'text/event-stream',
    `${delta('Hi')}data: ${errorBody('message')}\n\n`,
  ],
  'a text': [200, 'text/plain', `got ${BEARER}`],
};

const provider = await ReplayServer.start();
const gateway = await startGateway({
  // One each: a provider that fails is soon left alone.
  providers: Object.keys(QUOTES).map((_name, at) => ({
    name: `plain-${at}`,
    base_url: `${provider.url}/v1`,
  })),
  workloads: [{ name: 'default', forward: ['/v1/**'] }],
});
afterAll(() => provider.close());

function* cuts(text: string): Generator<readonly Buffer[]> {
  const bytes = Buffer.from(text);
  const start = bytes.indexOf(UPSTREAM_KEY);
  yield [bytes];
  for (const at of [0, 1, UPSTREAM_KEY.length >> 1, UPSTREAM_KEY.length - 1]) {
    yield [bytes.subarray(0, start + at), bytes.subarray(start + at)];
  }
  yield [...bytes].map((byte) => Buffer.of(byte));
}

it('the credential, quoted anywhere and cut anywhere', async ({ task }) => {
  const tally = new Tally();
  for (const [at, [name, [status, type, text]]] of Object.entries(QUOTES).entries()) {
    const isBytes = type === 'text/plain' && status === 200;
    let cut = 0;
    for (const pieces of cuts(text)) {
      const replay: Replay = {
        status,
        headers: { 'content-type': type, 'content-disposition': `inline; filename="${BEARER}"` },
        pieces,
      };
      provider.answer = () => replay;
      const answer = isBytes
        ? await gateway.get('/v1/files/file-abcdefgh12345678/content', {
            headers: { 'x-gw-provider': `plain-${at}` },
          })
        : await gateway.chat({ model: `plain-${at}/small`, stream: type.endsWith('stream') });
      const seen = [JSON.stringify(answer.headers), answer.text, ...gateway.log.lines];
      const isThrough = seen.some((line) => line.includes(UPSTREAM_KEY));
      const fate = isThrough ? 'through' : answer.status >= 400 ? 'refused' : 'replaced';
      tally.count(`${name}, cut ${cut++}`, fate);
    }
  }
  tally.expectNoneThrough(task);
  expect(provider.received.at(-1)?.headers.authorization).toBe(BEARER);
});
