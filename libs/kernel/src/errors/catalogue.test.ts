import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorSpec } from './catalogue.js';
import { asGatewayError, GatewayError, refuse } from './gateway-error.js';

const TYPES_OF: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request_error'],
  401: ['authentication_error'],
  402: ['insufficient_quota'],
  403: ['permission_error', 'scope_violation'],
  404: ['not_found_error'],
  405: ['invalid_request_error'],
  408: ['invalid_request_error'],
  409: ['conflict_error'],
  410: ['invalid_request_error'],
  413: ['request_too_large'],
  422: ['document_too_large_to_scan', 'invalid_request_error'],
  429: ['rate_limit_error'],
  431: ['invalid_request_error'],
  500: ['api_error'],
  502: ['api_error'],
  503: [
    'api_error',
    'auth_unavailable',
    'metering_unavailable',
    'pdf_renderer_unavailable',
    'price_unavailable',
    'scope_guard_unavailable',
  ],
  504: ['api_error'],
};
const all: [string, ErrorSpec][] = Object.entries(catalogue);

describe('the catalogue', () => {
  it.each(all)('gives %s the type that belongs to its status', (_key, { status, type }) => {
    expect(TYPES_OF[status]).toContain(type);
  });

  it.each(all)('gives %s a code and a sentence', (_key, { code, message }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(message).toMatch(/^\S.*\S$/);
  });

  it.each(all)('says of %s what is wrong, and then what to do', (_key, { message }) => {
    expect(message).toMatch(/^[^.:;]+[.:;,] \S.{8,}\.$/);
  });

  it('says after how long to come back whenever the gateway itself is what failed', () => {
    const without = all.filter(([, spec]) => spec.status === 503 && !spec.retryAfterSeconds);
    expect(without).toEqual([]);
  });

  it('tells clients not to retry what they would retry in vain', () => {
    const stopped = all.filter(([, spec]) => spec.shouldRetry === false).map(([key]) => key);
    expect(stopped).toEqual([
      'budget_reached',
      'cap_reached',
      'allowance_reached',
      'plan_missing',
      'credit_exhausted',
      'job_not_cancellable',
      'store_full',
      'idempotency_key_reused',
      'vectors_unusable',
      'price_unavailable',
      'objects_unavailable',
      'anonymization_verification_failed',
      'job_interrupted',
      'job_orphaned',
      'upstream_timeout',
    ]);
  });
});

describe('GatewayError', () => {
  it("speaks the catalogue's words unless it was given others", () => {
    expect(refuse('model_unknown').message).toBe(catalogue.model_unknown.message);
    expect(refuse('model_unknown', { message: 'There is no model x.' }).message).toBe(
      'There is no model x.',
    );
  });

  it("passes a provider's own refusal on in the provider's words", () => {
    const upstream = { status: 429, type: 'rate_limit_error', code: 'slow_down' };
    expect(refuse('upstream_failed', { upstream }).spec).toMatchObject(upstream);
  });

  it('keeps the cause of what went wrong for the log', () => {
    const cause = new Error('socket closed');
    expect(refuse('internal', { cause }).cause).toBe(cause);
  });

  it('makes an internal error of anything that was not meant for a caller', () => {
    const known = refuse('key_unknown');
    expect(asGatewayError(known)).toBe(known);
    for (const thrown of [new TypeError('x is undefined'), 'text', undefined]) {
      const error = asGatewayError(thrown);
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({ key: 'internal', message: catalogue.internal.message });
      expect(error.cause).toBe(thrown);
    }
  });
});
