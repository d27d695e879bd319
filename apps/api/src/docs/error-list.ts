import type { ErrorFacts } from '#contract';
import { catalogue, type ErrorKey, type ErrorSpec } from '#kernel';

const RETRIED = new Set([408, 429, 500, 502, 503, 504]); // What SDKs try again by themselves.

/** Every key of the catalogue, in its order. */
export const errorList: readonly ErrorFacts[] = (Object.keys(catalogue) as ErrorKey[]).map(factsOf);

function factsOf(key: ErrorKey): ErrorFacts {
  const spec: ErrorSpec = catalogue[key];
  const { status, type, code, message, retryAfterSeconds, shouldRetry } = spec;
  const retry = RETRIED.has(status) && shouldRetry !== false;
  return {
    key,
    status,
    type,
    code,
    message,
    retry,
    ...(retry && retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  };
}
