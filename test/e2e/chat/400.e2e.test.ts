import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { sendRaw } from '../../support/http.js';

const gateway = await startGateway();
const PATH = '/v1/chat/completions';

beforeEach(() => gateway.sandbox.clear());

describe('a body that is no chat request', () => {
  it.each([
    ['is cut off', '{"model":"sandbox/small","messages":['],
    ['is blank', ' '],
    ['has single quotes', "{'model':'sandbox/small'}"],
    ['holds NaN', '{"model":"sandbox/small","temperature":NaN}'],
    ['goes on after its end', '{"model":"sandbox/small"} {}'],
    ['has a bare line break in a string', '{"a":"line\nbreak"}'],
  ])('is refused with the place of the fault when it %s', async (_what, body) => {
    const answer = await gateway.post(PATH, body);
    const message = /^The request body is not valid JSON \(at character \d+\)\.$/;
    await expectRefusal(gateway, answer, 'body_malformed', { message });
  });

  it('is refused when it is nested absurdly deep', async () => {
    const answer = await gateway.post(PATH, '['.repeat(100_000));
    await expectRefusal(gateway, answer, 'body_too_deep');
  });

  it('is refused when it repeats a key, which two readers would read differently', async () => {
    const body = '{"model":"sandbox/small","model":"sandbox/echo","messages":[]}';
    await expectRefusal(gateway, await gateway.post(PATH, body), 'body_duplicate_key');
  });

  it('is refused when it is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xff, 0xfe, 0x22, 0x7d])]);
    const headers = { ...gateway.headers(), 'content-type': 'application/json' };
    const answer = await gateway.send(PATH, { headers, body });
    await expectRefusal(gateway, answer, 'body_not_utf8');
  });

  it('is refused when it is compressed', async () => {
    const body = gzipSync('{"model":"sandbox/small","messages":[{"role":"user","content":"x"}]}');
    const headers = {
      ...gateway.headers(),
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };
    const answer = await gateway.send(PATH, { headers, body });
    await expectRefusal(gateway, answer, 'content_encoding_unsupported');
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'is refused when its content type is %s',
    async (type) => {
      const headers = { ...gateway.headers(), 'content-type': type };
      const answer = await gateway.send(PATH, { headers, body: '{"model":"sandbox/small"}' });
      await expectRefusal(gateway, answer, 'content_type_unsupported', { message: /./ });
    },
  );
});

describe('a field', () => {
  it.each([{}, { model: '' }, { model: 7 }, { model: null }])(
    'model is required, as a string: %j',
    async (fields) => {
      const answer = await gateway.post(PATH, {
        messages: [{ role: 'user', content: 'x' }],
        ...fields,
      });
      await expectRefusal(gateway, answer, 'model_missing', { param: 'model' });
    },
  );

  it.each(['small', 'gpt-5', '/small', 'sandbox/'])(
    'model must be provider-prefixed: %s',
    async (model) => {
      const answer = await gateway.chat({ model });
      await expectRefusal(gateway, answer, 'model_unprefixed', {
        param: 'model',
        message:
          'model must be provider-prefixed, as in openai/gpt-5. GET /v1/models lists those of this key.',
      });
      expect(answer.json<{ error: { code: string } }>().error.code).toBe('invalid_request');
    },
  );

  it.each([
    ['messages', { messages: [] }],
    ['messages', { messages: 'Hello' }],
    ['messages[0]', { messages: ['Hello'] }],
    ['messages[1].role', { messages: [{ role: 'user', content: 'x' }, { content: 'y' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: ['x'] }] }],
    ['stream', { stream: 'true' }],
    ['stream_options', { stream_options: [] }],
    ['stream_options.include_usage', { stream_options: { include_usage: 1 } }],
    ['max_tokens', { max_tokens: -1 }],
    ['max_completion_tokens', { max_completion_tokens: 1.5 }],
    ['n', { n: 0 }],
    ['tools', { tools: {} }],
  ])('is named when it has the wrong shape: %s', async (param, fields) => {
    const answer = await gateway.chat(fields);
    await expectRefusal(gateway, answer, 'field_invalid', { param, message: /must/ });
  });

  it.each([
    [[], '1 to 200 terms'],
    ['Ann', 'an array'],
    [[7], 'strings or objects with a term'],
    [['a'], 'terms of 2 to 200 characters'],
    [Array.from({ length: 201 }, (_, index) => `term ${index}`), '1 to 200 terms'],
    [[{ term: 'Ann', kind: 'Person Name' }], 'kinds of lower-case letters and underscores'],
  ])(
    'gw.remove that cannot be read is refused, for skipping a term would leak it: %j',
    async (remove, expected) => {
      const answer = await gateway.chat({ gw: { remove } });
      await expectRefusal(gateway, answer, 'field_invalid', {
        param: 'gw.remove',
        message: `gw.remove takes ${expected}.`,
      });
    },
  );

  it.each([
    { remov: ['zyxland'] },
    { removes: ['zyxland'] },
    { Remove: ['zyxland'] },
    { remove: ['other'], terms: ['zyxland'] },
    [['zyxland']],
    [[]],
    'zyxland',
    true,
    0,
  ])('gw with anything but remove is refused, too: %j', async (gw) => {
    await gateway.sandbox.clear();
    const answer = await gateway.chat({ gw });
    await expectRefusal(gateway, answer, 'field_invalid', {
      param: 'gw',
      message: 'gw takes an object with the member remove, and no other.',
    });
    expect(await gateway.sandbox.requests()).toEqual([]);
  });

  it.each([
    { term: 'zyxland', knd: 'place' },
    { term: 'zyxland', terms: ['zyxland'] },
  ])('a term with anything but its kind is refused: %j', async (term) => {
    const answer = await gateway.chat({ gw: { remove: [term] } });
    await expectRefusal(gateway, answer, 'field_invalid', {
      param: 'gw.remove',
      message: 'gw.remove takes objects with a term and a kind, and nothing else.',
    });
  });

  it.each([null, {}, { remove: null }])('gw without a term is none: %j', async (gw) => {
    expect((await gateway.chat({ gw })).status).toBe(200);
  });
});

describe('a header', () => {
  it('x-gw-dlp is refused, whatever it says', async () => {
    const answer = await gateway.chat({}, { headers: { 'x-gw-dlp': 'off' } });
    await expectRefusal(gateway, answer, 'header_removed');
  });

  it.each(['0', '-1', 'soon', '1e3', '', '10s', 'Infinity'])(
    'x-gw-upstream-timeout must be a number of seconds: %j',
    async (value) => {
      const answer = await gateway.chat({}, { headers: { 'x-gw-upstream-timeout': value } });
      await expectRefusal(gateway, answer, 'header_invalid', {
        param: 'x-gw-upstream-timeout',
        message: /number of seconds/,
      });
    },
  );
});

describe('a request that is hardly HTTP', () => {
  const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${gateway.key()}\r\n`;

  it.each([
    [
      'both a length and chunks',
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`],
    [
      'a folded header',
      `${head}x-a: b\r\n c\r\ncontent-length: 2\r\n\r\n{}`.replace('x-a', 'x-a '),
    ],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('is answered with the envelope and a closed connection: %s', async (_what, bytes) => {
    const answer = await sendRaw(gateway.url, bytes);
    expectError(answer, 'header_invalid', { message: 'The request is not valid HTTP.' });
    expect(answer.headers.connection).toBe('close');
    expect(await gateway.sandbox.requests()).toEqual([]);
  });
});

it('takes the keys __proto__ and constructor for what they are: names in a body', async () => {
  const body =
    '{"model":"sandbox/small","messages":[{"role":"user","content":"x"}],"metadata":{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}}';
  const answer = await gateway.post(PATH, body);
  expect(answer.status).toBe(200);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
  const [seen] = await gateway.sandbox.requests();
  expect(seen?.body).toContain('"metadata":{"__proto__":{"admin":true},"constructor"');
});
