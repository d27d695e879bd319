import type { OrganisationId } from '#kernel';
import type { Tx } from '#platform';
import type { CacheKey, CachePlace } from '../cache-place.js';

/** An answer as a store has it: it can read none of it. */
export interface SealedAnswer {
  /** That made it: an erasure of the call takes the answer along. */
  readonly callId: string;
  readonly sealed: Buffer;
  /** Milliseconds since the epoch. */
  readonly storedAtMs: number;
  readonly expiresAtMs: number;
}

/** What a look came to. `purged`: the key is not the one in force any more. `unreadable`: what lies there is no answer. */
export type StoreLook =
  | {
      readonly kind: 'found';
      readonly sealed: Buffer;
      /** As it stands beside the answer, where it does. */
      readonly callId?: string;
    }
  | { readonly kind: 'nothing' | 'purged' | 'unreadable' };

export interface CacheSize {
  readonly entries: number;
  /** As they lie there, sealed. */
  readonly bytes: number;
}

/** An organisation whose answers are looked through. */
export interface CacheKeeper {
  readonly organisationId: OrganisationId;
  /** None of its answers may be given any more. */
  readonly hasNoCache: boolean;
  readonly nowMs: number;
  /** What is older is not kept, whenever it expires. */
  readonly keptSinceMs: number;
}

/**
 * Where answers for equal requests lie. Each call rejects where the store is away, or does not answer in time; who asks
 * takes that for a miss.
 */
export abstract class AnswerStore {
  abstract readonly keptIn: 'postgres' | 'redis';
  /** As of so long ago a look may be: what was purged or erased before is not found. */
  abstract readonly lagMs: number;

  abstract find(place: CachePlace): Promise<StoreLook>;

  /** In the place of what was there. What was hashed under a key that is not in force any more is not kept. */
  abstract put(place: CachePlace, answer: SealedAnswer): Promise<void>;

  /** What has not expired. */
  abstract sizeOf(organisationId: OrganisationId): Promise<CacheSize>;

  /** In the transaction that makes another key. @param before the key until then @returns how many answers there were */
  abstract purge(tx: Tx, organisationId: OrganisationId, before: CacheKey): Promise<number>;

  /**
   * Deletes what has expired, what may not be kept any more, what there is no room for, and what lies under keys that are
   * not in force: of purges, erasures and organisations that are gone. @param keepers all that there are
   */
  abstract sweep(keepers: readonly CacheKeeper[]): Promise<void>;
}
