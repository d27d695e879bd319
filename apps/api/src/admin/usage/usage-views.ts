import type { UsageSums } from '#insight';
import { formatNano } from '#kernel';
import type { UsageGroupView } from './usage.dto.js';

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

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function writeCsv(groups: readonly UsageGroupView[]): string {
  const columns = ['group', 'name', ...SUMS] as const;
  const rows = groups.map((group) => columns.map((column) => cell(group[column])).join(','));
  return [columns.join(','), ...rows, ''].join('\r\n');
}

const SUMS = [
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

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(value);
  const text = !isNumber && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
