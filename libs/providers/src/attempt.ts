import type { Attempt } from '#kernel';
import type { ProviderError, Reply } from '#wire';

/** Failing is data until the attempts are spent. */
export type AttemptResult =
  | { readonly isOk: true; readonly reply: Reply }
  | { readonly isOk: false; readonly failure: Failure };

export interface Failure {
  readonly cause:
    | 'dns'
    | 'connect'
    | 'tls'
    | 'reset'
    | 'malformed'
    | 'upstream_status'
    | 'provider_auth'
    | 'token'
    | 'breaker_open';
  /** Set when the provider answered with an error. */
  readonly provider: ProviderError | null;
  /** What the provider sent in the place of an answer whose status was a success. */
  readonly providerMessage?: string | null;
  readonly attempt: Attempt;
  /** Worth another try at the same endpoint, after so many milliseconds. */
  readonly retryAfterMs: number | null;
  /** Worth a try at the next endpoint. */
  readonly mayFailOver: boolean;
  /** What the provider may bill for it. */
  readonly billable: 'nothing' | 'request';
}
