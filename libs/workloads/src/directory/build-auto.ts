import type { AutoPolicy } from '#call';
import type { AutoDto } from '../settings-file/auto.dto.js';

const MINUTE_MS = 60_000;

/** Null where `gw/auto` leads nowhere, as in rows of a release before. */
export function buildAuto(dto: AutoDto | undefined): AutoPolicy | null {
  if (!dto) return null;
  return {
    thresholds: { high: dto.high, low: dto.low },
    defaultRoute: dto.default_route,
    sessionMs: dto.session_minutes * MINUTE_MS,
    routes: new Map(dto.routes.map(({ name, ...tiers }) => [name, tiers])),
  };
}
