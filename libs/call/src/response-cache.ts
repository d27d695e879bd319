import type { ReplyEvent, Usage } from '#wire';
import type { Endpoint } from './endpoint.js';

/** What a caller says about it, in `cache-control` and `x-gw-cache`. */
export interface CacheOrder {
  /** An answer that was kept may be given. */
  readonly reads: boolean;
  /** The answer may be kept. */
  readonly writes: boolean;
  /** Of an answer that is given; null where any age will do. */
  readonly ageSecondsMax: number | null;
}

/**
 * What came of the look. `off`: the workload has no cache. `bypass`: the caller wants none. `skip`: an answer to such a
 * request is not kept. `miss`: none was there.
 */
export type CacheLook =
  | { readonly state: 'off' | 'bypass' | 'skip' | 'miss'; readonly answer: null }
  | { readonly state: 'hit'; readonly answer: CachedAnswer };

/** An answer that was given before, as its provider gave it: values are put back for who asks now. */
export interface CachedAnswer {
  /** That made it, and that this call may go to, too. */
  readonly endpoint: Endpoint;
  readonly ageSeconds: number;
  /** What it took then. */
  readonly usage: Usage;
  readonly events: readonly ReplyEvent[];
}
