const DURATION = /^(\d+)\s*(s|m|h|d|w|mo|M|y|Y)$/;
const DAYS: Readonly<Record<string, number>> = {
  s: 1 / 86_400,
  m: 1 / 1_440,
  h: 1 / 24,
  d: 1,
  w: 7,
  mo: 30,
  M: 30,
  y: 365,
  Y: 365,
};

export interface Period {
  readonly period: 'daily' | 'monthly' | 'total';
  /** The budget begins anew as often as it did; otherwise less often, so that no more is spent. */
  readonly isSame: boolean;
}

/** @param duration after which a budget begins anew, as in `30d`; undefined for never */
export function periodOf(duration: string | undefined): Period {
  const [, count, unit = ''] = DURATION.exec(duration ?? '') ?? [];
  const days = Number(count) * (DAYS[unit] ?? Number.NaN);
  if (duration === undefined) return { period: 'total', isSame: true };
  if (days <= 1) return { period: 'daily', isSame: days === 1 };
  if (days <= 31) return { period: 'monthly', isSame: days >= 28 };
  return { period: 'total', isSame: false };
}
