import type { Attempt, GatewayError } from '#kernel';
import type { Charge } from './hold.js';
import type { Endpoint } from './call.js';
import type { Usage, UsageSource } from '#wire';

/** How a call ended: what `leave` is given, once, in the reverse order of entering. */
export interface Outcome {
  readonly status: number;
  readonly endedBy: 'upstream' | 'client' | 'server_restarting' | 'error';
  readonly clientGone: boolean;
  /** Set when the call failed; for a refusal it never reached a provider. */
  readonly error: GatewayError | null;
  readonly attempts: readonly Attempt[];
  /** The endpoint that answered, or was tried last. */
  readonly endpoint: Endpoint | null;
  readonly usage: Usage | null;
  readonly usageSource: UsageSource;
  readonly ttftMs: number | null;
  readonly latencyMs: number;
  /** Milliseconds the gateway itself took before dispatch. */
  readonly gatewayMs: number;
  /** Added by Meter when it leaves. */
  readonly charge: Charge | null;
}
