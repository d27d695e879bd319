import { Logger } from '@nestjs/common';
import type { Clock } from '#kernel';
import type { RedisLink } from '#platform';
import { DISCARD } from './scripts.js';
import { stateKey } from './state-keys.js';
import { UnreadableCounters } from './unreadable.js';

/**
 * Whoever writes them again and again makes the database count again and again: between two times calls
 * are refused instead.
 */
const AGAIN_MS_MIN = 1_000;

/** Deletes counters that cannot be read, so that they are made anew as after any other loss. */
export class Discard {
  private readonly logger = new Logger('metering');
  /** The latest, by organisation. */
  private readonly latest = new Map<string, { readonly sinceMs: number; done: Promise<unknown> }>();

  constructor(
    private readonly redis: RedisLink,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers as `ask` does; what it cannot read is deleted, and asked for once more.
   * @param windows keys that it reads beside the organisation's state
   * @throws UnreadableCounters where they were deleted less than a second ago
   */
  async unlessReadable<Answer>(
    organisationId: string,
    ask: () => Promise<Answer>,
    windows: readonly string[] = [],
  ): Promise<Answer> {
    const askedMs = this.clock.monotonicMs();
    try {
      return await ask();
    } catch (fault) {
      if (!(fault instanceof UnreadableCounters)) throw fault;
      const latest = this.latest.get(organisationId);
      const ageMs = this.clock.monotonicMs() - (latest?.sinceMs ?? Number.NEGATIVE_INFINITY);
      // What was asked at the same time has found the same.
      if (latest && latest.sinceMs >= askedMs) await latest.done;
      else if (ageMs < AGAIN_MS_MIN) throw fault;
      else await this.delete(organisationId, windows, fault);
      return ask();
    }
  }

  private async delete(
    organisationId: string,
    windows: readonly string[],
    { message }: UnreadableCounters,
  ): Promise<void> {
    const done = this.redis.run(DISCARD, [stateKey(organisationId), ...windows], []);
    this.latest.set(organisationId, { sinceMs: this.clock.monotonicMs(), done });
    await done;
    this.logger.warn(`organisation ${organisationId}: ${message}. They are made anew.`);
  }
}
