import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { refuse } from '#kernel';
import { bearerOf } from './bearer.js';
import { renderChatError } from './chat-envelope.js';
import { errorHeaders } from './error-headers.js';
import { wantsDocumentation } from './docs-redirect.js';
import { checkPath, passedHeadersOf } from './pass-on.js';
import { bodyKindOf } from './read-body.js';
import { readTarget } from './read-target.js';
import { readTimeout } from './read-timeout.js';

const aRequest = (change: object): FastifyRequest & IncomingMessage =>
  ({ method: 'GET', url: '/', headers: {}, ...change }) as unknown as FastifyRequest &
    IncomingMessage;
const refused = (key: string) => expect.objectContaining({ key });

describe('the key of a request', () => {
  const keyIn = (authorization: string | undefined) =>
    bearerOf(aRequest({ headers: { authorization } }));

  it('stands behind the scheme, in any case, and nothing stands behind the key', () => {
    expect(keyIn('Bearer gw_x')).toBe('gw_x');
    expect(keyIn('bearer  gw_x')).toBe('gw_x');
    for (const header of [undefined, '', 'Bearer', 'Basic gw_x', 'gw_x', 'Bearer gw_x x']) {
      expect(keyIn(header)).toBeUndefined();
    }
  });
});

describe('the timeout that a caller asks for', () => {
  it.each([
    [undefined, 300_000],
    ['10', 10_000],
    ['0.5', 500],
    [' 7 ', 7_000],
    ['299.999', 299_999],
    ['600', 300_000],
    ['9999', 300_000],
  ])('of %j seconds becomes %i ms, never longer than the workload’s', (header, expected) => {
    expect(readTimeout(header, 300_000)).toBe(expected);
  });

  it.each(['', '0', '0.0', '-5', '1e3', 'ten', '10s', '99999', '1.2345', 'Infinity', '0x10'])(
    'is refused when it is %j',
    (header) => {
      expect(() => readTimeout(header, 300_000)).toThrow(refused('header_invalid'));
    },
  );
});

describe('what is passed on', () => {
  it('holds no header but those that mean something to a provider', () => {
    const headers = {
      accept: 'audio/mpeg',
      'openai-beta': 'assistants=v2',
      authorization: 'Bearer gw_live_x',
      'x-api-key': 'k',
      cookie: 'a=b',
      host: 'gateway',
      connection: 'close',
      'x-forwarded-for': '10.0.0.1',
      'user-agent': 'x',
      'x-gw-provider': 'acme',
    };
    expect(passedHeadersOf(aRequest({ headers }))).toEqual({
      accept: 'audio/mpeg',
      'openai-beta': 'assistants=v2',
    });
  });

  it.each([
    ['/v1/files', ''],
    ['/v1/files?', ''],
    ['/v1/files?a=b&c=%20d', 'a=b&c=%20d'],
    ['/v1/files?a=b?c', 'a=b?c'],
  ])('of %s is the query %j', (url, query) => {
    expect(readTarget(aRequest({ url }))).toMatchObject({ path: '/v1/files', query });
  });

  it.each([
    ['/v1/files/file-abc123/content', 'limit=2&after=x%20y'],
    ['/v1/models/gpt-4.1', ''],
    ['/v1/threads/a%20b', ''],
    ['/v1/files/..a', ''],
    ['/v1/files/a..b', ''],
  ])('may have the path %s', (path, query) => {
    expect(() => checkPath(path, query)).not.toThrow();
  });

  it.each([
    '/v1/../admin',
    '/v1/files/..',
    '/v1/./files',
    '/v1/%2e%2e/admin',
    '/v1/.%2E/admin',
    '/v1/%2e/files',
    '/v1//files',
    '/v1/files%2f..%2fadmin',
    '/v1/files%5Cadmin',
    '/v1/files\\admin',
    '/v1/files%00',
    '/v1/files\u0000',
    '/v1/files\r\nx: y',
    '/v1/fi les',
    '/v1/filés',
    '/v1/chat/completions/',
    '/v1/%63ompletions',
    '/v1/%6Dessages',
    '/v1/images/generation%73',
    '/v1/files/%7e',
    '/v1/CHAT/completions',
    '/v1/chat/completions;x',
  ])('may not have the path %j', (path) => {
    expect(() => checkPath(path, '')).toThrow(refused('path_invalid'));
  });

  it('may not have control characters in its query', () => {
    expect(() => checkPath('/v1/files', 'a=b\r\nhost: x')).toThrow(refused('path_invalid'));
  });
});

describe('the body of a request', () => {
  const kindOf = (headers: Record<string, string>) => bodyKindOf({ headers } as IncomingMessage);

  it.each([
    [{}, 'none'],
    [{ 'content-length': '0', 'content-type': 'application/json' }, 'none'],
    [{ 'content-length': '2', 'content-type': 'application/json' }, 'json'],
    [{ 'content-length': '2', 'content-type': 'Application/JSON; charset=utf-8' }, 'json'],
    [{ 'content-length': '2', 'content-type': 'application/vnd.x+json' }, 'json'],
    [{ 'transfer-encoding': 'chunked', 'content-type': 'multipart/form-data; boundary=x' }, 'form'],
    [
      { 'content-length': '2', 'content-encoding': 'identity', 'content-type': 'application/json' },
      'json',
    ],
  ])('with %o is %s', (headers, kind) => {
    expect(kindOf(headers)).toBe(kind);
  });

  it.each([
    ['text/plain', undefined, 'content_type_unsupported'],
    ['application/jsonp', undefined, 'content_type_unsupported'],
    ['', undefined, 'content_type_unsupported'],
    ['application/json', 'gzip', 'content_encoding_unsupported'],
  ])('of type %j in encoding %s is refused', (type, encoding, key) => {
    const headers = {
      'content-length': '2',
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
    };
    expect(() => kindOf(headers)).toThrow(refused(key));
  });
});

describe('the envelope of an error', () => {
  it('always has its four members', () => {
    expect(JSON.parse(renderChatError(refuse('key_unknown')))).toEqual({
      error: {
        message: 'The API key is unknown, revoked or expired.',
        type: 'authentication_error',
        param: null,
        code: 'invalid_api_key',
      },
    });
  });

  it('tells the field and what else the gateway knows', () => {
    const error = refuse('model_unknown', { param: 'model', message: 'No x.', gw: { cause: 'y' } });
    expect(JSON.parse(renderChatError(error))).toEqual({
      error: {
        message: 'No x.',
        type: 'not_found_error',
        param: 'model',
        code: 'model_not_found',
        gw: { cause: 'y' },
      },
    });
  });

  it('never tells what is for the log', () => {
    const error = refuse('internal', { internal: 'hunter2', cause: new Error('hunter2') });
    expect(renderChatError(error)).not.toContain('hunter2');
  });

  it.each([
    [refuse('key_unknown'), {}],
    [refuse('metering_unavailable'), { 'retry-after': '2', 'retry-after-ms': '2000' }],
    [
      refuse('rate_limited', { retryAfterSeconds: 1.2 }),
      { 'retry-after': '2', 'retry-after-ms': '1200' },
    ],
    [refuse('budget_reached'), { 'x-should-retry': 'false' }],
    [
      refuse('price_unavailable', { retryAfterSeconds: 0 }),
      { 'retry-after': '0', 'retry-after-ms': '0', 'x-should-retry': 'false' },
    ],
  ])('says when to come back: %s', (error, headers) => {
    expect(errorHeaders(error)).toEqual(headers);
  });
});

describe('a visitor of an unknown path', () => {
  const wants = (method: string, url: string, accept?: string) =>
    wantsDocumentation(aRequest({ method, url, headers: { accept } }));
  const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

  it.each(['/', '/help', '/v1x', '/v2/chat', '/apis'])(
    'with a browser at %s is shown the documentation',
    (url) => {
      expect([wants('GET', url, BROWSER), wants('HEAD', url, BROWSER)]).toEqual([true, true]);
    },
  );

  it.each([
    '/v1',
    '/v1/nothing',
    '/v1beta/models',
    '/alt/v1',
    '/anthropic/v1',
    '/admin/x',
    '/api',
    '/v1?x=1',
  ])('of the API at %s gets an error of the API', (url) => {
    expect(wants('GET', url, BROWSER)).toBe(false);
  });

  it('who is a program gets an error of the API', () => {
    expect(wants('POST', '/help', BROWSER)).toBe(false);
    expect(wants('GET', '/help', 'application/json')).toBe(false);
    expect(wants('GET', '/help', '*/*')).toBe(false);
    expect(wants('GET', '/help')).toBe(false);
  });
});
