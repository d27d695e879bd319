import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProviderError } from './read-provider-error.js';

const read = (status: number, body: unknown, headers = {}) =>
  readProviderError(status, typeof body === 'string' ? body : JSON.stringify(body), headers);

describe('readProviderError', () => {
  it('takes what a provider claims within bounds', () => {
    const claims = { type: 'x'.repeat(10_000), code: 'y'.repeat(129), param: 'z'.repeat(128) };
    const error = read(
      429,
      { error: { message: 'No.', ...claims } },
      { 'retry-after': '99999999' },
    );
    expect(error).toMatchObject({ type: null, code: null, param: claims.param });
    expect(error.retryAfterMs).toBe(86_400_000);
  });

  it.each([
    [
      'OpenAI',
      { error: { message: 'No.', type: 'invalid_request_error', param: 'tools', code: 'bad' } },
      { message: 'No.', type: 'invalid_request_error', param: 'tools', code: 'bad' },
    ],
    [
      'Azure',
      { error: { code: 'RateLimitReached', message: 'Slow.', details: 'Slow.' } },
      { message: 'Slow.', type: null, code: 'RateLimitReached' },
    ],
    [
      'Gemini',
      [{ error: { code: 400, message: 'Bad.', status: 'INVALID_ARGUMENT' } }],
      { message: 'Bad.', type: 'INVALID_ARGUMENT', code: '400' },
    ],
    [
      'Mistral',
      { object: 'error', message: 'Bad.', type: 'invalid', param: null, code: '3000' },
      { message: 'Bad.', type: 'invalid', code: '3000', param: null },
    ],
    [
      'a validator',
      { detail: [{ loc: ['a'], msg: 'required' }, {}] },
      { message: 'required', param: 'a' },
    ],
    [
      'a validator within Mistral',
      {
        object: 'error',
        message: { detail: [{ loc: ['body', 'messages', 0, 'x'], msg: 'Extra inputs' }] },
        type: 'invalid_request_message_error',
      },
      {
        message: 'Extra inputs',
        param: 'messages.0.x',
        type: 'invalid_request_message_error',
      },
    ],
    [
      'Cohere',
      { id: 'x', message: 'too many tokens', error_type: 'TOO_MANY_TOKENS' },
      { message: 'too many tokens', code: 'TOO_MANY_TOKENS' },
    ],
    ['a router', { detail: 'Not Found' }, { message: 'Not Found' }],
    ['a bare message', { message: 'no Route matched' }, { message: 'no Route matched' }],
    [
      'xAI',
      { code: 'invalid-argument', error: 'No.' },
      { message: 'No.', code: 'invalid-argument' },
    ],
    [
      'OpenRouter',
      { error: { code: 429, message: 'Provider returned error', metadata: { raw: 'slow' } } },
      { message: 'Provider returned error: slow', code: '429' },
    ],
    ['plain text', 'upstream connect error', { message: 'upstream connect error' }],
    [
      'HTML',
      '<html><body>502</body></html>',
      { message: 'The provider answered with status 500.' },
    ],
    ['nothing', '', { message: 'The provider answered with status 500.', type: null, code: null }],
    ['an odd body', [1], { message: 'The provider answered with status 500.' }],
  ])('reads %s', (_name, body, expected) => {
    expect(read(500, body)).toMatchObject({ status: 500, ...expected });
  });

  it('knows a fault of its own key', () => {
    const key = { error: { message: 'Incorrect API key provided.' } };
    const google = { error: { message: 'x', details: [{ reason: 'API_KEY_INVALID' }] } };
    expect(read(401, '').isCredentialFault).toBe(true);
    expect(read(403, { error: { message: 'x' } }).isCredentialFault).toBe(true);
    expect(read(400, key).isCredentialFault).toBe(true);
    expect(read(400, google).isCredentialFault).toBe(true);
    expect(read(400, [google]).isCredentialFault).toBe(true);
    expect(read(400, { error: { code: 'invalid_api_key' } }).isCredentialFault).toBe(true);
  });

  it('knows what is no such fault', () => {
    const moderated = { error: { message: 'x', metadata: { reasons: ['violence'] } } };
    expect(read(403, moderated).isCredentialFault).toBe(false);
    expect(read(400, { error: { message: 'Bad api usage' } }).isCredentialFault).toBe(false);
    expect(read(429, 'invalid api key').isCredentialFault).toBe(false);
  });

  it.each([
    [{ 'retry-after-ms': '1200', 'retry-after': '9' }, 1200],
    [{ 'retry-after': '1.5' }, 1500],
    [
      {
        'retry-after': 'Wed, 21 Oct 2026 07:28:05 GMT',
        date: 'Wed, 21 Oct 2026 07:28:00 GMT',
      },
      5000,
    ],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:05 GMT' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('reads how long to wait from %j', (headers, ms) => {
    expect(read(429, '', headers).retryAfterMs).toBe(ms);
  });

  it('reads how long to wait from the details of Google', () => {
    const details = [{ '@type': 'QuotaFailure' }, { retryDelay: '34.4s' }];
    expect(read(429, { error: { details } }).retryAfterMs).toBe(34_400);
  });

  it('gives a bounded message of one clean line', () => {
    expect(read(500, `a\r\n\u0000 b\u001B[31m${'c'.repeat(9_000)}`).message).toMatch(
      /^a b \[31mc+…$/,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const { message } = read(500, { error: { message: text } });
        expect(message.length).toBeLessThanOrEqual(500);
        expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        expect(message).not.toBe('');
      }),
    );
  });
});

describe('what a filter of the provider’s found', () => {
  const filteredIn = (innererror: unknown) =>
    readProviderError(400, JSON.stringify({ error: { code: 'content_filter', innererror } }), {})
      .filtered;

  it('is kept, in words and truth values alone', () => {
    const result = {
      hate: { filtered: false, severity: 'safe' },
      jailbreak: { filtered: true, detected: true, quoted: 'the prompt' },
      custom_blocklists: { filtered: true, details: [{ id: 'terms', filtered: true }] },
      'no word, but a sentence': { filtered: true },
      violence: { severity: 'as said in: the prompt' },
    };
    const code = 'ResponsibleAIPolicyViolation';
    expect(filteredIn({ code, content_filter_result: result })).toEqual({
      code,
      content_filter_result: {
        hate: { filtered: false, severity: 'safe' },
        jailbreak: { filtered: true, detected: true },
        custom_blocklists: { filtered: true },
        violence: {},
      },
    });
  });

  it.each([undefined, 'text', {}, { code: 'x' }, { content_filter_result: {} }])(
    'is nothing where it says %j',
    (innererror) => {
      expect(filteredIn(innererror)).toBeUndefined();
    },
  );
});
