import type { Config } from '#platform';
import { sendsToken } from '../sends-token.js';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export interface MetricsReader {
  readonly authorization: string | undefined;
  readonly remoteAddress: string | undefined;
  /** What a proxy on this machine says of whom it asks for. */
  readonly forwardedFor: string | readonly string[] | undefined;
}

/** With GW_METRICS_TOKEN whoever sends it; without it this machine only, if nothing is published. */
export function mayReadMetrics(
  { authorization, remoteAddress, forwardedFor }: MetricsReader,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  // With a public address there is a proxy in front, and everybody comes from this machine.
  const isHere = forwardedFor === undefined && LOOPBACK.has(remoteAddress ?? '');
  if (!metricsToken) return publicUrl === null && isHere;
  return sendsToken(authorization, metricsToken);
}
