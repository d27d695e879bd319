const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const EXACT_MAX = 100_000;

/** `1,204`, and `1.2M` where the last digits tell nothing. */
export const formatCount = (count: number): string =>
  count < EXACT_MAX ? count.toLocaleString('en') : COMPACT.format(count);

export const formatMs = (ms: number | null): string =>
  ms === null ? '—' : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
