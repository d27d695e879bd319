import type { UsageSums } from '#insight';
import { formatNano } from '#kernel';

export const costOf = (nano: string): string => formatNano(BigInt(nano));

export const sumsView = (sums: UsageSums) => ({
  requests: sums.requests,
  refused: sums.refused,
  failed: sums.failed,
  tokens_in: sums.tokensIn,
  tokens_out: sums.tokensOut,
  cache_read: sums.cacheRead,
  cache_write: sums.cacheWrite,
  pages: sums.pages,
  cost: costOf(sums.nano),
  protected: sums.protected,
  latency_p50_ms: sums.latencyP50,
  latency_p95_ms: sums.latencyP95,
});

/** Of a table of the groups. */
export const USAGE_COLUMNS = [
  'group',
  'name',
  'requests',
  'refused',
  'failed',
  'tokens_in',
  'tokens_out',
  'cache_read',
  'cache_write',
  'pages',
  'cost',
  'protected',
  'latency_p50_ms',
  'latency_p95_ms',
] as const;
