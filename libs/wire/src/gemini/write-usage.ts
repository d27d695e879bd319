import { cachedUsage, type Usage } from '../usage.js';

/** What was thought stands beside the candidates, and in the total. */
export const writeGeminiUsage = (usage: Usage, cached?: Usage): object => ({
  ...countsOf(usage),
  ...cachedUsage(cached, countsOf),
});

const countsOf = (usage: Usage): object => ({
  promptTokenCount: usage.inputTotal,
  candidatesTokenCount: usage.outputTotal - usage.reasoning,
  totalTokenCount: usage.inputTotal + usage.outputTotal,
  ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
  ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
});
