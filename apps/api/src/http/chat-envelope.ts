import type { GatewayError } from '#kernel';

/** `{error: {message, type, param, code}}`, all four always there; `gw` only adds to it. */
export function renderChatError(error: GatewayError): string {
  const { type, code } = error.spec;
  const { param, gw } = error.details;
  return JSON.stringify({
    error: { message: error.message, type, param: param ?? null, code, ...(gw && { gw }) },
  });
}

/** What the status alone does not say. SDKs retry by themselves unless told not to. */
export function errorHeaders(error: GatewayError): Record<string, string> {
  const { retryAfterSeconds, shouldRetry } = error.spec;
  const seconds = error.details.retryAfterSeconds ?? retryAfterSeconds;
  return {
    ...(seconds !== undefined && {
      'retry-after': String(Math.ceil(seconds)),
      'retry-after-ms': String(Math.ceil(seconds * 1_000)),
    }),
    ...(shouldRetry === false && { 'x-should-retry': 'false' }),
  };
}
