import { cachedUsage, type Usage } from '../usage.js';

/** Clients read the details without asking whether they are there. */
export const writeResponsesUsage = (usage: Usage, cached?: Usage): object => ({
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
  input_tokens: inputTotal,
  input_tokens_details: {
    cached_tokens: cacheRead,
    cache_write_tokens: cacheWrite5m + cacheWrite1h,
  },
  output_tokens: outputTotal,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: inputTotal + outputTotal,
});
