import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { refuse } from '#kernel';
import { bearerOf } from './caller-key.js';
import { renderChatError } from './chat-envelope.js';
import { errorHeaders } from './error-headers.js';
import { wantsDocumentation } from './docs-redirect.js';
import { checkHead } from './check-head.js';
import { passedHeadersOf } from './pass-on.js';
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

  it.each(['text/html, */*;q=0.8', 'application/json', '*/*', 'audio/*, application/problem+json'])(
    'may accept %j',
    (accept) => {
      expect(passedHeadersOf(aRequest({ headers: { accept } }))).toEqual({ accept });
    },
  );

  it.each([
    { accept: 'jane.doe@example.org' },
    { accept: 'application/json; note="Jane Doe"' },
    { accept: 'application/4111111111111111' },
    { 'openai-beta': 'assistants=v2 for Jane Doe' },
  ])('holds no header whose value has another form: %o', (headers) => {
    expect(() => passedHeadersOf(aRequest({ headers }))).toThrow(refused('header_invalid'));
  });
});

describe('the target of a request', () => {
  const read = (url: string, method = 'GET') => readTarget(aRequest({ url, method }));
  const queryOf = (query: string, method?: string) => read(`/v1/files?${query}`, method).query;

  it.each([
    ['/v1/files/file-abc123/content', ['v1', 'files', 'file-abc123', 'content']],
    ['/v1/files/', ['v1', 'files']],
    ['/v1/models/gpt-4.1', ['v1', 'models', 'gpt-4.1']],
    ['/v1/threads/a%20b', ['v1', 'threads', 'a b']],
    ['/v1/threads/%C3%A9', ['v1', 'threads', 'é']],
    ['/v1/files/..a', ['v1', 'files', '..a']],
    ['/v1/files/a..b', ['v1', 'files', 'a..b']],
  ])('%s is read into its segments', (url, segments) => {
    expect(read(url).segments).toEqual(segments);
  });

  it.each([
    '/v1/../admin',
    '/v1/files/..',
    '/v1/./files',
    '/v1/%2e%2e/admin',
    '/v1/.%2E/admin',
    '/v1/%2e/files',
    '/v1//files',
    '/v1/files//',
    '/v1/files%2f..%2fadmin',
    '/v1/files%5Cadmin',
    '/v1/files\\admin',
    '/v1/files%00',
    '/v1/files%0d%0a',
    '/v1/files\u0000',
    '/v1/files\r\nx: y',
    '/v1/fi les',
    '/v1/filés',
    '/v1/%63ompletions',
    '/v1/%6Dessages',
    '/v1/%72esponses',
    '/v1/images/generation%73',
    '/v1/files/%7e',
    '/v1/files/%2561',
    '/v1/files/%c3',
    '/v1/files/%zz',
    '/v1/files#x',
    '/v1/CHAT/completions',
    '/v1/chat/completions;x',
    'http://x/v1/files',
    '*',
  ])('%j has no one reading as a path', (url) => {
    expect(() => read(url)).toThrow(refused('path_invalid'));
  });

  it.each([
    ['', []],
    [
      'a=b&c=%20d',
      [
        ['a', 'b'],
        ['c', ' d'],
      ],
    ],
    ['a=b?c=d', [['a', 'b?c=d']]],
    [
      'a=x+y&&b',
      [
        ['a', 'x y'],
        ['b', ''],
      ],
    ],
    [
      'include[]=a&include%5B%5D=b',
      [
        ['include[]', 'a'],
        ['include[]', 'b'],
      ],
    ],
    [
      'stream=true&starting_after=4',
      [
        ['stream', 'true'],
        ['starting_after', '4'],
      ],
    ],
  ])('the query %j is read into pairs', (text, pairs) => {
    expect(queryOf(text)).toEqual(pairs);
  });

  it.each([
    'a=b\r\nhost: x',
    'a=%0d%0ahost:x',
    'a=%00',
    'a=é',
    'a=b#c',
    'a=%zz',
    'a=%c3',
    'a=1&a=2',
    'limit=1&Limit=2',
    'a%20b=1',
    '=1',
    'key=gw_live_x',
    'api-key=gw_live_x',
    'access_token=gw_live_x',
  ])('the query %j has no one reading', (text) => {
    expect(() => queryOf(text)).toThrow(refused('query_invalid'));
  });

  it.each(['model=x', 'Model=x', 'model[]=x', 'models=x', 'stream=true', 'N=5', 'maxTokens=1'])(
    'the query %j may not decide what the body decides',
    (text) => {
      expect(() => queryOf(text, 'POST')).toThrow(refused('query_invalid'));
    },
  );
});

describe('the head of a request', () => {
  const check = (change: object, ...rawHeaders: string[]) => {
    const headers: Record<string, string> = {};
    for (let at = 0; at < rawHeaders.length; at += 2) {
      headers[(rawHeaders[at] ?? '').toLowerCase()] ??= rawHeaders[at + 1] ?? '';
    }
    return checkHead(aRequest({ httpVersion: '1.1', headers, rawHeaders, ...change }));
  };

  it('passes as clients and proxies write it', () => {
    expect(() => check({}, 'Host', 'x', 'Accept', 'a/b', 'Accept', 'c/d')).not.toThrow();
    expect(() => check({}, 'Host', 'x', 'Transfer-Encoding', 'Chunked')).not.toThrow();
    expect(() => check({}, 'Host', 'x', 'Expect', '100-Continue')).not.toThrow();
    expect(() => check({ httpVersion: '1.0' })).not.toThrow();
  });

  it.each(['TRACE', 'OPTIONS', 'CONNECT', 'PROPFIND', 'PURGE', 'QUERY', 'get'])(
    'names no method %s',
    (method) => {
      expect(() => check({ method }, 'Host', 'x')).toThrow(refused('method_not_allowed'));
    },
  );

  it.each(['http://x/v1/models', '*', 'x:443', ''])('names no target %j', (url) => {
    expect(() => check({ url }, 'Host', 'x')).toThrow(refused('path_invalid'));
  });

  it.each([
    [[]],
    [['Host', 'a', 'host', 'b']],
    [['Host', 'x', 'Transfer-Encoding', 'gzip, chunked']],
    [['Host', 'x', 'Transfer-Encoding', 'chunked, chunked']],
    [['Host', 'x', 'Transfer-Encoding', 'identity']],
    [['Host', 'x', 'Expect', '200-ok']],
    [['Host', 'x', 'Content-Type', 'application/json', 'Content-Type', 'text/plain']],
    [['Host', 'x', 'Authorization', 'Bearer a', 'AUTHORIZATION', 'Bearer b']],
    [['Host', 'x', 'X-GW-Provider', 'a', 'x-gw-provider', 'b']],
  ])('cannot be read in two ways: %j', (headers) => {
    expect(() => check({}, ...headers)).toThrow(refused('header_invalid'));
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
    [{ 'content-length': '2', 'content-type': 'application/json; charset="utf8";' }, 'json'],
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
    ['application/json; charset=utf-16', undefined, 'content_type_unsupported'],
    ['application/json; charset=utf-8; charset=utf-16', undefined, 'content_type_unsupported'],
    ['application/json; Charset=utf-8; charset=utf-8', undefined, 'content_type_unsupported'],
    ['application/json; charset="utf\\-8"', undefined, 'content_type_unsupported'],
    ['application/json, text/plain', undefined, 'content_type_unsupported'],
    ['application/json charset=utf-8', undefined, 'content_type_unsupported'],
    ['application/json', 'identity, gzip', 'content_encoding_unsupported'],
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

it.each(['GET', 'HEAD', 'DELETE'])('a %s with a body is refused', (method) => {
  const headers = { 'content-length': '2', 'content-type': 'application/json' };
  expect(() => bodyKindOf(aRequest({ method, headers }))).toThrow(refused('body_unexpected'));
});

describe('the envelope of an error', () => {
  it('always has its four members', () => {
    expect(JSON.parse(renderChatError(refuse('key_unknown')))).toEqual({
      error: {
        message:
          'The API key is unknown, revoked or expired. Send a virtual key of this gateway, not one of a provider.',
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
    [refuse('key_unknown'), { 'www-authenticate': 'Bearer realm="gateway"' }],
    [refuse('model_unknown'), {}],
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
