const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const EXACT_MAX = 100_000;

/** `1,204`, and `1.2M` where the last digits tell nothing. */
export const formatCount = (count: number): string =>
  count < EXACT_MAX ? count.toLocaleString('en') : COMPACT.format(count);

export const formatMs = (ms: number | null): string =>
  ms === null ? '—' : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** `532 B`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < UNITS.length - 1) [size, unit] = [size / 1_000, unit + 1];
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
