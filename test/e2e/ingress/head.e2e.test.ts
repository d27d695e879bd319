import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectError,
  expectNothingSent,
  expectRefusal,
  expectUnrecorded,
} from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { sendRaw, type Answer } from '../../support/http.js';

const gateway = await startGateway();

beforeEach(() => gateway.sandbox.clear());

const CHAT = JSON.stringify(aChat({}));

/** A chat call on a plain socket, of which a test changes a line. */
function ask(
  change: { line?: string; host?: string; more?: readonly string[]; body?: string } = {},
): Promise<Answer> {
  const {
    line = 'POST /v1/chat/completions HTTP/1.1',
    host = 'host: x',
    more = [],
    body = CHAT,
  } = change;
  const isChunked = more.some((header) => /^transfer-encoding/i.test(header));
  const head = [
    line,
    ...(host === '' ? [] : [host]),
    'connection: close',
    `authorization: Bearer ${gateway.key()}`,
    'content-type: application/json',
    ...(isChunked ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    ...more,
  ];
  const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  return sendRaw(gateway.url, `${head.join('\r\n')}\r\n\r\n${sent}`);
}

describe('the head of a request', () => {
  it('is served as it stands, by HTTP/1.0 as well', async () => {
    expect((await ask()).status).toBe(200);
    expect((await ask({ line: 'POST /v1/chat/completions HTTP/1.0' })).status).toBe(200);
    expect((await ask({ more: ['transfer-encoding: chunked'] })).status).toBe(200);
  });

  it.each(['TRACE', 'OPTIONS', 'PROPFIND', 'PURGE'])(
    'with the method %s goes nowhere, and no key comes back',
    async (method) => {
      for (const path of ['/v1/files', '/v1/chat/completions', '/healthz']) {
        const answer = await ask({ line: `${method} ${path} HTTP/1.1`, body: '' });
        await expectUnrecorded(gateway, answer, 'method_not_allowed');
        expect(answer.headers['allow']).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
        expect(answer.text).not.toContain('sk-');
      }
    },
  );

  it('with the method CONNECT is answered as the API answers', async () => {
    const answer = await ask({ line: 'CONNECT x:443 HTTP/1.1', body: '' });
    expectError(answer, 'method_not_allowed');
  });

  it.each([
    'http://x/v1/chat/completions',
    'https://x/v1/chat/completions',
    'x/v1/chat/completions',
    '*',
  ])('with the target %s is refused', async (target) => {
    const answer = await ask({ line: `POST ${target} HTTP/1.1` });
    expect(answer.status).toBe(400);
    await expectNothingSent(gateway);
  });

  it('with an absolute target is refused by name', async () => {
    const answer = await ask({ line: 'POST http://x/v1/chat/completions HTTP/1.1' });
    await expectUnrecorded(gateway, answer, 'path_invalid', { message: /is a path/ });
  });

  it.each([
    ['host', { host: '' }],
    ['host', { more: ['Host: y'] }],
    ['content-type', { more: ['content-type: text/plain'] }],
    ['authorization', { more: ['authorization: Bearer x'] }],
    ['x-gw-provider', { more: ['x-gw-provider: a', 'x-gw-provider: b'] }],
    ['transfer-encoding', { more: ['transfer-encoding: gzip, chunked'] }],
    ['expect', { more: ['expect: 200-ok'] }],
  ])('is refused when its header %s can be read in two ways: %o', async (param, change) => {
    const answer = await ask(change);
    await expectUnrecorded(gateway, answer, 'header_invalid', { param, message: /./ });
  });

  it('is refused when HTTP/1.0 comes in chunks, which it does not know', async () => {
    const answer = await ask({
      line: 'POST /v1/chat/completions HTTP/1.0',
      more: ['transfer-encoding: chunked'],
    });
    expect(answer.status).toBe(400);
    await expectNothingSent(gateway);
  });
});

describe('the query of a call', () => {
  it('is written to the provider as it was read', async () => {
    const answer = await gateway.chat({}, {});
    expect(answer.status).toBe(200);
    await gateway.sandbox.clear();
    await gateway.post('/v1/chat/completions?a=x+y&include%5B%5D=%C3%A9', aChat({}));
    const [seen] = await gateway.sandbox.requests();
    expect(seen?.path).toBe('/v1/chat/completions?a=x%20y&include%5B%5D=%C3%A9');
  });

  it.each(['a=1&a=2', 'model=sandbox/free', 'Stream=true', 'api_key=x', 'a=%zz', 'a%00=b'])(
    'is refused when it can be read in two ways: %s',
    async (query) => {
      const answer = await gateway.post(`/v1/chat/completions?${query}`, aChat({}));
      await expectRefusal(gateway, answer, 'query_invalid', { message: /./ });
    },
  );
});

describe.each(['', ';', 'a', 'a/', 'text', 'application/json; charset'])(
  'a content type that is none: %j',
  (type) => {
    it.each(['/v1/responses', '/v1/files', '/v1/messages', '/v1/models', '/v1/nope', '/nope'])(
      'is refused at %s, and is no fault of ours',
      async (path) => {
        const answer = await sendRaw(
          gateway.url,
          `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{}`,
        );
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      },
    );
  },
);

it.each(['GET', 'DELETE'])('a %s with a body is refused', async (method) => {
  const answer = await gateway.send('/v1/files/file-a', {
    method,
    headers: {
      ...gateway.headers({ headers: { 'x-gw-provider': 'sandbox' } }),
      'content-type': 'application/json',
      'content-length': '2',
    },
    body: '{}',
  });
  await expectRefusal(gateway, answer, 'body_unexpected');
});
