import { formatNano } from '#kernel';
import type { LimitUse } from '#metering';
import type { LimitUseView } from './overview.dto.js';

const SHOWN_MAX = 10;

/** Closest to their limit first. */
export const limitViews = (uses: readonly LimitUse[]): readonly LimitUseView[] =>
  uses
    .map(limitView)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, SHOWN_MAX);

export const limitView = (use: LimitUse): LimitUseView => ({
  limit: use.limit,
  workload_id: use.workload?.id ?? null,
  workload_name: use.workload?.name ?? null,
  amount: formatNano(use.limitNano),
  spent: formatNano(use.spentNano),
  held: formatNano(use.heldNano),
  share: shareOf(use),
  period: use.period,
  renews_at: use.renewsAtMs === null ? null : new Date(use.renewsAtMs),
});

/** In ten thousandths; a limit of nothing is used up. */
function shareOf({ limitNano, spentNano, heldNano }: LimitUse): number {
  if (limitNano <= 0n) return 1;
  return Number(((spentNano + heldNano) * 10_000n) / limitNano) / 10_000;
}
