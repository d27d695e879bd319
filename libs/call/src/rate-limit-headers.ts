/** `x-ratelimit-*` of one window of a workload, as the clients of the chat format know them. */
export const rateLimitHeaders = (
  name: 'requests' | 'tokens',
  window: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number },
): Record<string, string> => ({
  [`x-ratelimit-limit-${name}`]: String(window.limit),
  [`x-ratelimit-remaining-${name}`]: String(Math.max(0, window.remaining)),
  [`x-ratelimit-reset-${name}`]: `${window.resetSeconds}s`,
});
