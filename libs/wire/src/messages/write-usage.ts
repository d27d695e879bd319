import { cachedUsage, NO_USAGE, type Usage } from '../usage.js';

/** All counters as numbers, since clients add them up. `input_tokens` are the uncached ones alone. */
export const writeMessagesUsage = (usage: Usage, cached?: Usage): object => ({
  ...countsOf(usage),
  ...cachedUsage(cached, countsOf),
});

const countsOf = ({
  inputTotal,
  cacheRead,
  cacheWrite5m,
  cacheWrite1h,
  outputTotal,
  reasoning,
}: Usage): object => ({
  input_tokens: Math.max(0, inputTotal - cacheRead - cacheWrite5m - cacheWrite1h),
  cache_creation_input_tokens: cacheWrite5m + cacheWrite1h,
  cache_read_input_tokens: cacheRead,
  cache_creation: {
    ephemeral_5m_input_tokens: cacheWrite5m,
    ephemeral_1h_input_tokens: cacheWrite1h,
  },
  output_tokens: outputTotal,
  ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
});

/** What a stream says at its start, where nobody has counted yet. @param inputTokens our own estimate */
export const usageAtStart = (inputTokens: number): Usage => ({
  ...NO_USAGE,
  inputTotal: inputTokens,
  outputTotal: 1,
});
