import type { ErrorKey, GatewayError } from '#kernel';
import { METHODS } from './check-head.js';

/** Of the caller's own key, and not of one that a provider did not take. */
const OF_KEYS: ReadonlySet<ErrorKey> = new Set<ErrorKey>(['key_missing', 'key_unknown']);

/** What the status alone does not say. SDKs retry by themselves unless told not to. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  const { spec, details } = error;
  const seconds = details.retryAfterSeconds ?? spec.retryAfterSeconds;
  const shouldRetry = details.shouldRetry ?? spec.shouldRetry;
  return {
    ...details.headers,
    ...(seconds !== undefined && {
      'retry-after': String(Math.ceil(seconds)),
      'retry-after-ms': String(Math.ceil(seconds * 1_000)),
    }),
    ...(shouldRetry === false && { 'x-should-retry': 'false' }),
    ...(OF_KEYS.has(error.key) && { 'www-authenticate': 'Bearer realm="gateway"' }),
    ...(error.key === 'method_not_allowed' && { allow: METHODS.join(', ') }),
  };
}
