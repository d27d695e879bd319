import { describe, expect, it } from 'vitest';
import type { ProviderError } from '#wire';
import type { Failure } from './attempt.js';
import { finalError } from './final-error.js';

const attempt = { provider: 'acme', model: 'small', status: null, transport: null, ms: 5 };
const attempts = [{ ...attempt, status: 503 }, attempt];

const aFailure = (cause: Failure['cause'], provider: Partial<ProviderError> | null): Failure => ({
  cause,
  provider: provider && {
    status: 400,
    type: null,
    code: null,
    message: 'The prompt is too long.',
    param: null,
    retryAfterMs: null,
    isCredentialFault: false,
    ...provider,
  },
  attempt,
  retryAfterMs: null,
  mayFailOver: false,
  billable: 'nothing',
});

const errorOf = (provider: Partial<ProviderError>) =>
  finalError(aFailure('upstream_status', provider), attempts);

describe('finalError', () => {
  it("passes a provider's refusal on: status, type, code, field and words", () => {
    const error = errorOf({ status: 422, type: 'bad', code: 'too_long', param: 'messages' });
    expect(error.spec).toMatchObject({ status: 422, type: 'bad', code: 'too_long' });
    expect(error.message).toBe('The prompt is too long.');
    expect(error.details.param).toBe('messages');
  });

  it.each([
    ['NOT_FOUND', '404', 'not_found_error', 'not_found'],
    ['ValidationException', null, 'not_found_error', 'validation_exception'],
    ['not_found', 'model_gone', 'not_found', 'model_gone'],
    [null, '404', 'not_found_error', 'upstream_error'],
  ])('tells the words %s and %s as clients know them', (type, code, asType, asCode) => {
    const { spec } = errorOf({ status: 404, type, code });
    expect([spec.type, spec.code]).toEqual([asType, asCode]);
  });

  it.each([
    [429, 'rate_limit_error'],
    [404, 'not_found_error'],
    [400, 'invalid_request_error'],
  ])('names a %i for a provider that does not', (status, type) => {
    expect(errorOf({ status }).spec).toMatchObject({ status, type, code: 'upstream_error' });
  });

  it('passes on how long to wait, in whole seconds', () => {
    expect(errorOf({ status: 429, retryAfterMs: 1_200 }).details.retryAfterSeconds).toBe(2);
    expect(errorOf({ status: 429 }).details.retryAfterSeconds).toBeUndefined();
  });

  it.each([500, 502, 503, 504, 501, 302])("answers 502 for a provider's %i", (status) => {
    expect(errorOf({ status }).spec).toMatchObject({
      status: 502,
      type: 'api_error',
      code: 'upstream_error',
    });
  });

  it('answers 503 for a provider that is overloaded', () => {
    expect(errorOf({ status: 529 }).spec).toMatchObject({ status: 503, code: 'overloaded' });
  });

  it("does not show the caller what a provider said of the gateway's own key", () => {
    const error = finalError(
      aFailure('provider_auth', { status: 401, message: 'Incorrect API key: sk-abc' }),
      attempts,
    );
    expect(error.spec.status).toBe(502);
    expect(error.message).toContain('acme');
    expect(error.message).not.toContain('sk-abc');
  });

  it('tells clients not to ask again with a credential that was refused, however it was', () => {
    for (const provider of [{ status: 401 }, null]) {
      expect(finalError(aFailure('provider_auth', provider), attempts).details.shouldRetry).toBe(
        false,
      );
    }
    expect(errorOf({ status: 503 }).details.shouldRetry).toBeUndefined();
    expect(finalError(aFailure('token', null), attempts).details.shouldRetry).toBeUndefined();
  });

  it.each(['dns', 'connect', 'tls', 'reset', 'malformed'] as const)(
    'names the provider that did not answer, and the cause: %s',
    (cause) => {
      const error = finalError(aFailure(cause, null), attempts);
      expect(error.spec.status).toBe(502);
      expect(error.message).toContain('acme');
      expect(error.details.gw).toEqual({ cause, attempts });
    },
  );

  it('lists every attempt', () => {
    expect(errorOf({}).details.gw).toEqual({ cause: 'upstream_status', attempts });
  });
});
