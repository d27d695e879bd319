import { afterAll, expect, it } from 'vitest';
import type { WireError } from '../../support/events.js';
import { startGateway } from '../../support/gateway.js';
import {
  events,
  json,
  ReplayServer,
  type Received,
  type Replay,
} from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'm-1', price: PRICE }] },
  ],
  workloads: [{ name: 'tokenize', protection: { mode: 'tokenize' } }],
});
afterAll(() => provider.close());

const VALUE = 'canary.ann@example.org';
const MESSAGE = `Invalid name ${VALUE}.`;
const FIELD = `metadata.${VALUE}`;
const REQUEST = {
  model: 'plain/m-1',
  messages: [{ role: 'user', content: VALUE }],
  input: VALUE,
};

/** The provider's error, which quotes what it was sent. */
function quoting({ body }: Received): { readonly error: WireError } {
  const [word = 'nothing'] = /EMAIL_\w{6}/.exec(body.toString()) ?? [];
  const message = MESSAGE.replace(VALUE, word);
  const param = FIELD.replace(VALUE, word);
  return { error: { message, type: 'invalid_request_error', param, code: 'bad_name' } };
}

const frames = (...payloads: object[]): Replay =>
  events(payloads.map((payload) => Buffer.from(`data: ${JSON.stringify(payload)}\n\n`)));
const TEXT = { id: 'c', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] };

it.each<readonly [string, string, boolean, (request: Received) => Replay]>([
  ['a status', '/v1/chat/completions', false, (sent) => ({ ...json(quoting(sent)), status: 400 })],
  [
    'a status, of a stream',
    '/v1/chat/completions',
    true,
    (sent) => ({ ...json(quoting(sent)), status: 400 }),
  ],
  [
    'a status, forwarded',
    '/v1/embeddings',
    false,
    (sent) => ({ ...json(quoting(sent)), status: 400 }),
  ],
  ['a body in an answer’s place', '/v1/chat/completions', false, (sent) => json(quoting(sent))],
  ['such a body, forwarded', '/v1/embeddings', false, (sent) => json(quoting(sent))],
  ['the first frame of a stream', '/v1/chat/completions', true, (sent) => frames(quoting(sent))],
  ['the first frame, forwarded', '/v1/responses', true, (sent) => frames(quoting(sent))],
  [
    'a later frame of a stream',
    '/v1/chat/completions',
    true,
    (sent) => frames(TEXT, quoting(sent)),
  ],
  ['a later frame, forwarded', '/v1/responses', true, (sent) => frames(TEXT, quoting(sent))],
])(
  'an error that quotes the request says its values to the caller, and to nobody else: %s',
  async (_, path, stream, answer) => {
    provider.answer = answer;
    const told = await gateway.post(path, { ...REQUEST, stream }, { workload: 'tokenize' });
    const payload = told.text.slice(told.text.lastIndexOf('{"error"')).split('\n')[0] ?? '';
    const { error } = JSON.parse(payload) as { error: WireError };
    expect(error).toMatchObject({ message: MESSAGE, param: FIELD, code: 'bad_name' });
    expect(told.text).not.toContain('EMAIL_');
    const entry = await gateway.records.entry(String(told.headers['request-id']));
    expect(JSON.stringify(entry) + gateway.log.lines.join()).not.toContain('canary');
  },
);

it('stays a bounded line with its values in it', async () => {
  const term = `canary ${'x'.repeat(150)}`;
  const gw = { remove: [{ term, kind: 'place' }] };
  provider.answer = ({ body }) => {
    const [word = ''] = /PLACE_\w{6}/.exec(body.toString()) ?? [];
    return { ...json({ error: { message: `${word} `.repeat(20) } }), status: 400 };
  };
  const messages = [{ role: 'user', content: term }];
  const told = await gateway.chat({ model: 'plain/m-1', messages, gw }, { workload: 'tokenize' });
  const { message } = told.json<{ error: WireError }>().error;
  expect(message.startsWith(`${term} ${term} `)).toBe(true);
  expect(message).toHaveLength(500);
});
