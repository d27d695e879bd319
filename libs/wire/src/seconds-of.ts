import { uuidV7Ms } from '#kernel';

/** When a call came, in seconds since 1970: its id says it. */
export function secondsOf(requestId: string): number {
  const ms = uuidV7Ms(requestId);
  return Number.isFinite(ms) ? Math.floor(ms / 1_000) : 0;
}
