import type { Unreadable } from '#wire';

/** What a workload is for, and what becomes of calls that it is not. */
export interface ScopePolicy {
  readonly mode: 'flag' | 'block';
  readonly statement: string;
  readonly examplesIn: readonly string[];
  readonly examplesOut: readonly string[];
  /** A model or an alias. */
  readonly judge: string;
  /** What `block` does with a request of which nobody can say. */
  readonly uncertain: 'allow' | 'block';
  /** What `block` does with what no judge can read. */
  readonly unread: 'refuse' | 'mark';
  /** The operator writes the system prompt, so it is not judged. */
  readonly trustsSystem: boolean;
  readonly exceptions: readonly ScopeException[];
  /** Another one where anything that a verdict rests on is. */
  readonly version: string;
}

/** Lets requests with these words pass unjudged for a while, on record. */
export interface ScopeException {
  /** In lower case. */
  readonly contains: string;
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
}

/**
 * What of a request nobody can judge: files, tokens instead of text, what a provider keeps, the middle of
 * a turn that is too long (`length`), or of what stands around it (`context`). `embedding`, `moderation`,
 * `decision`, `tool`: the whole, which asks no model for anything that it would do.
 */
export type Unjudged =
  | Unreadable
  | 'tokens'
  | 'stored'
  | 'length'
  | 'context'
  | 'embedding'
  | 'moderation'
  | 'decision'
  | 'tool';

export interface ScopeFinding {
  readonly mode: ScopePolicy['mode'];
  /** `none`: nobody said. */
  readonly verdict: 'in' | 'out' | 'uncertain' | 'none';
  /** How likely it is inside, 0 to 1; null where nobody judged. */
  readonly p: number | null;
  readonly judge: string;
  readonly unread: readonly Unjudged[];
  readonly isCached: boolean;
  readonly exception: Pick<ScopeException, 'reason' | 'untilMs'> | null;
}
