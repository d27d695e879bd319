import type { GatewayError } from '#kernel';
import { METHODS } from './check-head.js';

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
    ...(error.key === 'method_not_allowed' && { allow: METHODS.join(', ') }),
  };
}
