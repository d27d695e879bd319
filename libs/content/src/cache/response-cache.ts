import { Injectable, Logger } from '@nestjs/common';
import { Clock, type OrganisationId } from '#kernel';
import type { Tx } from '#platform';
import { AnswerMemory } from './answer-memory.js';
import { CacheKeys } from './cache-keys.js';
import { nameOf, type CacheKey, type CachePlace } from './cache-place.js';
import { CacheStore } from './cache-store.js';
import type { KeptAnswer } from './kept-answer.js';
import { FRESH_MS } from './limits.js';
import { AnswerStore, type CacheSize } from './store/answer-store.js';

const LOOK_MS_MAX = 500; // A call without the cache takes longer; a store that does not answer must not hold it up.
const WRITES_MAX = 256; // Answers on their way into the store, of at most a mebi of characters each.

/** Answers that were given before, found by equal requests of whom they are for. It never fails a call. */
@Injectable()
export class ResponseCache {
  readonly counters = { hits: 0, misses: 0, stored: 0, damaged: 0, failures: 0 };
  private readonly logger = new Logger('cache');
  private readonly memory: AnswerMemory;
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly keys: CacheKeys,
    private readonly store: CacheStore,
    private readonly answers: AnswerStore,
    private readonly clock: Clock,
  ) {
    this.memory = new AnswerMemory(clock, FRESH_MS - answers.lagMs);
  }

  get keptIn(): AnswerStore['keptIn'] {
    return this.answers.keptIn;
  }

  /** Null where there is none to be had. */
  async keyOf(organisationId: OrganisationId): Promise<CacheKey | null> {
    const key = this.keys.of(organisationId);
    return key instanceof Promise ? ((await this.inTime(key)) ?? null) : key;
  }

  /** Undefined where there is none, or none that can be believed. */
  async find(place: CachePlace): Promise<KeptAnswer | undefined> {
    const name = nameOf(place);
    const held = this.memory.get(name);
    if (held) return held;
    const sinceMs = this.clock.monotonicMs();
    const found = await this.inTime(this.store.find(place));
    if (found?.kind === 'answer') {
      this.memory.set(name, found.answer, sinceMs);
      return found.answer;
    }
    if (found?.kind === 'purged') this.keys.forget(place.organisationId);
    if (found?.kind === 'damaged') {
      this.counters.damaged++;
      this.logger.error('an answer in the cache was changed where it lay: it is not given');
    }
    return undefined;
  }

  /** It is found in this process at once, and elsewhere as soon as it is written. */
  put(place: CachePlace, answer: KeptAnswer): void {
    if (this.writing.size >= WRITES_MAX) {
      this.counters.failures++;
      return;
    }
    this.memory.set(nameOf(place), answer);
    const written: Promise<void> = this.store
      .put(place, answer)
      .then(
        () => void this.counters.stored++,
        (fault: unknown) => this.fail(fault),
      )
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Resolves when nothing is on its way into the store any more. */
  async drained(): Promise<void> {
    while (this.writing.size > 0) await Promise.all(this.writing);
  }

  sizeOf(organisationId: OrganisationId): Promise<CacheSize> {
    return this.answers.sizeOf(organisationId);
  }

  /** Nothing that was kept is found any more: here from `forget` on, elsewhere within two seconds. @returns how many answers */
  async purge(tx: Tx, organisationId: OrganisationId): Promise<number> {
    const before = await this.keys.rotate(tx, organisationId);
    return before ? this.answers.purge(tx, organisationId, before) : 0; // Nothing is kept without a key.
  }

  /** When a purge or an erasure is in force: what was looked up before is not given here, either. */
  forget(organisationId: OrganisationId): void {
    this.keys.forget(organisationId);
    this.memory.clear();
  }

  private async inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const over = new AbortController();
    const late = this.clock.sleep(LOOK_MS_MAX, over.signal).then(() => undefined);
    const done = work.catch((fault: unknown) => {
      this.fail(fault);
      return undefined;
    });
    const result = await Promise.race([done, late]);
    over.abort();
    return result;
  }

  private fail(fault: unknown): void {
    if (this.counters.failures++ === 0) this.logger.warn('the cache could not be asked', fault);
  }
}
