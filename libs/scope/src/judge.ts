import type { ReceivedCall, ScopePolicy } from '#call';
import type { Judged } from './judged.js';

/** What a judge says of a request. */
export interface Judgement {
  /** How likely it is inside of the scope, 0 to 1. */
  readonly p: number;
  /** Why, in one line for the caller; empty where the judge has no words. */
  readonly reason: string;
}

/**
 * Says whether a request is within a declared scope: a model that is asked through the gateway itself, or one
 * that runs beside it.
 */
export abstract class ScopeJudge {
  /** @throws what kept it from an answer */
  abstract judge(call: ReceivedCall, policy: ScopePolicy, judged: Judged): Promise<Judgement>;
}
