import type { Config } from '#platform';
import { sendsToken } from '../sends-token.js';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export interface MetricsReader {
  readonly authorization: string | undefined;
  readonly remoteAddress: string | undefined;
}

/** With GW_METRICS_TOKEN whoever sends it; without it this machine only, if nothing is published. */
export function mayReadMetrics(
  { authorization, remoteAddress }: MetricsReader,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  // With a public address there is a proxy in front, and everybody comes from this machine.
  if (!metricsToken) return publicUrl === null && LOOPBACK.has(remoteAddress ?? '');
  return sendsToken(authorization, metricsToken);
}
