import type { Attempt, GatewayError } from '#kernel';
import type { Charge } from './hold.js';
import type { Endpoint } from './endpoint.js';
import type { Mark } from './mark.js';
import type { ServiceTier, Usage } from '#wire';

/** How a call ended: what `leave` is given, once, in the reverse order of entering. */
export interface Outcome {
  readonly status: number;
  /** `budget`: cut in mid-answer, because its budget or another counter of money was used up. */
  readonly endedBy: 'upstream' | 'client' | 'server_restarting' | 'budget' | 'error';
  readonly callerGone: boolean;
  /** Set when the call failed; for a refusal it never reached a provider. */
  readonly error: GatewayError | null;
  readonly attempts: readonly Attempt[];
  /** The endpoint that answered, or was tried last. */
  readonly endpoint: Endpoint | null;
  /** The provider's own count, or null when it gave none. */
  readonly usage: Usage | null;
  /** The tier that the provider says it served at, or null when it says none. */
  readonly tier: ServiceTier | null;
  /** The stream ended before the provider gave its final count. */
  readonly isPartial: boolean;
  /** Of several requests to the provider not each one's count came; the gateway's own stands for it. */
  readonly hasEstimates: boolean;
  /**
   * What a provider may bill: `nothing` (never sent, or refused with an error), the `request` alone
   * (timeout, lost connection), or an `answer` that at least began.
   */
  readonly billable: 'nothing' | 'request' | 'answer';
  /** What was paid for beside it, and brought no answer. */
  readonly spent: readonly Spent[];
  readonly ttftMs: number | null;
  readonly latencyMs: number;
  /** Milliseconds the gateway itself took before dispatch. */
  readonly gatewayMs: number;
  /** Added by steps when they leave. */
  readonly marks: readonly Mark[];
  /** Added by Meter when it leaves. */
  readonly charge: Charge | null;
  /** Set where the provider goes on with the answer: then nothing is charged or recorded yet. */
  readonly background?: BackgroundWork | undefined;
}

/** An answer that its provider goes on with when the call has ended. */
export interface BackgroundWork {
  /** The provider's id of it. */
  readonly objectId: string;
  /** What it will be charged by, for Meter alone to read. Added by Meter when it leaves. */
  readonly terms: string;
}

/** What an attempt may cost that brought no answer. */
export interface Spent {
  readonly endpoint: Endpoint;
  /** Null where nobody tells: the input of the call. */
  readonly usage: Usage | null;
}
