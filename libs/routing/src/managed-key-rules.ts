import type { InspectedCall } from '#call';
import { isNull, member, refuse, stringOf } from '#kernel';

/** Tiers that cost what the price book says; the others need the organisation's own key. */
const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'standard_only']);

/**
 * A managed key is shared, so a caller may not choose on it what changes the price.
 * @throws field_invalid
 */
export function checkManaged({ inspection }: InspectedCall): void {
  if (inspection.request.kind !== 'json') return;
  const tier = member(inspection.request.document.root, 'service_tier');
  if (tier === undefined || isNull(tier) || TIERS.has(stringOf(tier) ?? '')) return;
  throw refuse('field_invalid', {
    param: 'service_tier',
    message:
      "On this key service_tier may be auto, default, flex or standard_only. Other tiers need the organisation's own provider key.",
  });
}
