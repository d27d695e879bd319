import { failed, type Attempt, type GatewayError } from '#kernel';
import type { ProviderError } from '#wire';
import type { Failure } from './attempt.js';

/** What the caller is told when every attempt was spent; names the cause and each attempt. */
export function finalError(failure: Failure, attempts: readonly Attempt[]): GatewayError {
  const gw = { cause: failure.cause, attempts };
  const { provider } = failure;
  if (failure.cause === 'provider_auth') {
    const message = `The provider ${failure.attempt.provider} does not accept the gateway's credential. An administrator has to replace it.`;
    return failed('upstream_failed', { message, gw, shouldRetry: false });
  }
  if (!provider) {
    return failed('upstream_failed', {
      message: failure.providerMessage ?? messageOf(failure),
      gw,
    });
  }
  if (provider.status >= 500 || provider.status < 400) return serverFault(provider, gw);
  return failed('upstream_failed', {
    message: provider.message,
    ...(provider.param && { param: provider.param }),
    ...(provider.filtered && { innererror: provider.filtered }),
    ...(provider.retryAfterMs !== null && {
      retryAfterSeconds: Math.ceil(provider.retryAfterMs / 1_000),
    }),
    upstream: {
      status: provider.status,
      ...wordsOf(provider),
    },
    gw,
  });
}

function messageOf({ cause, attempt: { provider } }: Failure): string {
  if (cause === 'token') return `No access token for the provider ${provider} could be fetched.`;
  if (cause === 'malformed') return `The provider ${provider} sent an answer that cannot be read.`;
  if (cause === 'reset') return `The provider ${provider} broke the connection.`;
  return `The provider ${provider} could not be reached (${cause}).`;
}

function serverFault(provider: ProviderError, gw: Record<string, unknown>): GatewayError {
  if (provider.status !== 529) return failed('upstream_failed', { message: provider.message, gw });
  const upstream = { status: 503, type: 'api_error', code: 'overloaded' };
  return failed('upstream_failed', { message: provider.message, upstream, gw });
}

/**
 * `type` and `code` as clients of most formats know them. Google's `NOT_FOUND` with code 404 and AWS'
 * `ValidationException` are codes in their spelling, and the status says the type.
 */
function wordsOf({ type, code, status }: ProviderError): { type: string; code: string } {
  const isKnown = type !== null && SNAKE_CASE.test(type);
  const named = type === null || isKnown ? undefined : snakeCaseOf(type);
  const said = code === null || STATUS.test(code) ? undefined : code;
  return { type: isKnown ? type : typeOf(status), code: said ?? named ?? 'upstream_error' };
}

const SNAKE_CASE = /^[a-z0-9_]+$/;
const STATUS = /^\d{3}$/; // Which the answer carries anyhow.

const snakeCaseOf = (word: string): string =>
  word.replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_').toLowerCase();

const typeOf = (status: number): string =>
  status === 429
    ? 'rate_limit_error'
    : status === 404
      ? 'not_found_error'
      : 'invalid_request_error';
