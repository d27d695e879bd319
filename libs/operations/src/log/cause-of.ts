import type { GatewayError } from '#kernel';

/** What stands behind an error, in one word of ours: `error.gw.cause`, or the counter that was full. */
export function causeOf({ details }: GatewayError): string | null {
  const { cause, limit } = details.gw ?? {};
  if (typeof cause === 'string') return cause;
  const counter =
    typeof limit === 'object' && limit !== null ? (limit as Limit).counter : undefined;
  return typeof counter === 'string' ? counter : null;
}

interface Limit {
  readonly counter?: unknown;
}
