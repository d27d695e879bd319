import type { Attempt, GatewayError, Nano } from '#kernel';
import type { Found } from './call.js';
import type { Charge } from './hold.js';
import type { InjectionFinding } from './injection.js';
import type { Endpoint } from './endpoint.js';
import type { Mark } from './mark.js';
import type { ServiceTier, Untold, Usage } from '#wire';

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
  /** Totals that it left out of its count; null where it left out none. */
  readonly untold: Untold | null;
  /** The tier that the provider says it served at, or null when it says none. */
  readonly tier: ServiceTier | null;
  /** The stream ended before the provider gave its final count. */
  readonly isPartial: boolean;
  /** Not all of the count is the provider's: the gateway's own stands for what it did not tell. */
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
  /** Milliseconds that each step took of it, by its name: `inspect`, `route`, `scope`, `seal`, `meter`. */
  readonly stepsMs: Readonly<Record<string, number>>;
  /** What was found in the answer, and what became of it. */
  readonly found: readonly Found[];
  /** Where a result speaks to the model that it is for; undefined where nobody looked. */
  readonly injections?: readonly InjectionFinding[] | undefined;
  /** What became of the words that stand for values; undefined where none was sent. */
  readonly pseudonyms?: PseudonymCounts | undefined;
  /** What the answer itself gives rise to; steps add theirs when they leave. */
  readonly marks: readonly Mark[];
  /** Added by Meter when it leaves. */
  readonly charge: Charge | null;
  /** Of an answer that was kept: what it would have cost, in nano-units. Added by Meter when it leaves. */
  readonly savedNano?: Nano;
  /** What the answer says of itself; left out where it says nothing. */
  readonly told?: AnswerHead | undefined;
  /** Set where the provider goes on with the answer: then nothing is charged or recorded yet. */
  readonly background?: BackgroundWork | undefined;
}

/** What an answer says of itself beside its content, in its provider's words. */
export interface AnswerHead {
  readonly id: string | null;
  /** Why each of its choices ended. */
  readonly finishReasons: readonly string[];
}

/** What a step has to say of an answer, for the record. */
export interface AnswerReport {
  /** What a model said itself: never what its caller had sent. */
  readonly found: readonly Found[];
  readonly marks: readonly Mark[];
  readonly injections?: readonly InjectionFinding[] | undefined;
  readonly pseudonyms?: PseudonymCounts | undefined;
}

/** Each counts once, however often an answer says it. */
export interface PseudonymCounts {
  /** Sent in the place of values. */
  readonly issued: number;
  /** Of these, those that the answer had and its caller got the value of. */
  readonly restored: number;
  /** Words of their form that are none of these: what a model altered or made up, left as it is. */
  readonly unresolved: number;
  /** Of those issued, those that stayed in an address whose host nobody had named. */
  readonly withheld: number;
}

/** An answer that its provider goes on with when the call has ended. */
export interface BackgroundWork {
  /** The provider's id of it. */
  readonly objectId: string;
  /** What the id is of; left out of a response. */
  readonly kind?: 'batch' | 'document';
  /** What it will be charged by, for Meter alone to read. Added by Meter when it leaves. */
  readonly terms: string;
}

/** What an attempt may cost that brought no answer. */
export interface Spent {
  readonly endpoint: Endpoint;
  /** Null where nobody tells: the input of the call. */
  readonly usage: Usage | null;
}
