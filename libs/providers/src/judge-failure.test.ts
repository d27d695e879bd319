import { describe, expect, it } from 'vitest';
import type { ProviderError } from '#wire';
import { judgeStatus, judgeTransport, malformed } from './judge-failure.js';

const attempt = { provider: 'acme', model: 'small', status: null, transport: null, ms: 5 };
const anError = (change: Partial<ProviderError>): ProviderError => ({
  status: 500,
  type: null,
  code: null,
  message: 'no',
  param: null,
  retryAfterMs: null,
  isCredentialFault: false,
  ...change,
});

describe('judgeStatus', () => {
  it.each([
    [408, null, false, false],
    [409, null, false, false],
    [425, null, false, false],
    [400, null, false, false],
    [413, null, false, false],
    [422, null, false, false],
    [404, null, false, true],
    [301, null, false, true],
    [500, null, true, true],
    [502, null, true, true],
    [503, null, true, true],
    [529, null, true, true],
    [501, null, false, false],
    [505, null, false, false],
    [429, null, false, true],
    [429, 0, true, true],
    [429, 2_000, true, true],
    [429, 2_001, false, true],
    [429, 60_000, false, true],
  ] as const)(
    'of %i, to come back after %s ms: retries %s, fails over %s',
    (status, wait, retries, failsOver) => {
      const failure = judgeStatus(anError({ status, retryAfterMs: wait }), attempt, 0);
      expect(failure.retryAfterMs !== null).toBe(retries);
      expect(failure.mayFailOver).toBe(failsOver);
      expect(failure).toMatchObject({ cause: 'upstream_status', billable: 'nothing' });
    },
  );

  it('waits as long as the provider asks after a 429, and a drawn moment after a fault', () => {
    const waitOf = (status: number, random: number) =>
      judgeStatus(anError({ status, retryAfterMs: 700 }), attempt, random).retryAfterMs;
    expect(waitOf(429, 0.5)).toBe(700);
    expect(waitOf(503, 0)).toBe(100);
    expect(waitOf(503, 0.5)).toBe(450);
    expect(waitOf(503, 0.999)).toBeLessThan(800);
  });

  it('does not wait for a quota that no waiting brings back', () => {
    const error = anError({ status: 429, retryAfterMs: 100, code: 'insufficient_quota' });
    expect(judgeStatus(error, attempt, 0)).toMatchObject({ retryAfterMs: null, mayFailOver: true });
  });

  it('neither repeats nor moves a call whose credential is refused', () => {
    const error = anError({ status: 401, isCredentialFault: true });
    expect(judgeStatus(error, attempt, 0)).toMatchObject({
      cause: 'provider_auth',
      retryAfterMs: null,
      mayFailOver: false,
      billable: 'nothing',
    });
  });
});

describe('judgeTransport', () => {
  const fault = (code: string, wasSent: boolean) =>
    Object.assign(new Error(code), { code, wasSent });

  it.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'connect'],
    ['EHOSTUNREACH', 'connect'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ])('repeats a call that %s kept from arriving, at once', (code, cause) => {
    expect(judgeTransport(fault(code, false), attempt)).toMatchObject({
      cause,
      retryAfterMs: 0,
      mayFailOver: true,
      billable: 'nothing',
    });
  });

  it('repeats a call that was not sent to its end', () => {
    expect(judgeTransport(fault('UND_ERR_SOCKET', false), attempt)).toMatchObject({
      cause: 'reset',
      retryAfterMs: 0,
      mayFailOver: true,
      billable: 'nothing',
    });
  });

  const mayBeBilled = { retryAfterMs: null, mayFailOver: false, billable: 'request' };

  it('never repeats a call that was sent', () => {
    expect(judgeTransport(fault('ECONNRESET', true), attempt)).toMatchObject(mayBeBilled);
  });

  it('never repeats a call whose answer had begun, whatever the fault looks like', () => {
    const begun = { ...attempt, status: 200 };
    expect(judgeTransport(new Error('cut'), begun)).toMatchObject(mayBeBilled);
  });

  it('takes a thrown anything for a lost connection', () => {
    expect(judgeTransport(undefined, attempt).cause).toBe('reset');
  });
});

it('moves a call whose answer made no sense, and counts it as billed', () => {
  expect(malformed(attempt)).toMatchObject({
    cause: 'malformed',
    retryAfterMs: null,
    mayFailOver: true,
    billable: 'request',
  });
});
