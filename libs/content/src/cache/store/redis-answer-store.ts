import { sha256, type Clock, type OrganisationId } from '#kernel';
import {
  Database,
  isReply,
  type RedisLink,
  type RedisScript,
  type Statement,
  type Tx,
} from '#platform';
import { ROUND_MS, type CacheKeys } from '../cache-keys.js';
import type { CacheKey, CachePlace } from '../cache-place.js';
import { CACHE_BYTES_MAX } from '../limits.js';
import {
  AnswerStore,
  type CacheKeeper,
  type CacheSize,
  type SealedAnswer,
  type StoreLook,
} from './answer-store.js';
import type { AnswerRow, PostgresAnswerStore } from './postgres-answer-store.js';
import {
  ADD_TAG,
  DRAIN,
  DROP,
  FIND,
  LIST_TAGS,
  PUT,
  REMOVE_TAG,
  RESET,
  SIZE,
  TRIM,
} from './redis-scripts.js';

const TAGS = 'gw:cache:tags';

/** What lies under the key until now is found by nobody any more. */
const END_ROUND: Statement = {
  name: 'cache-end-round',
  text: 'UPDATE response_cache_key SET round = round + 1 WHERE org_id = $1 AND round = $2',
};

/**
 * Answers in Redis, under names that only the organisation's cache key makes. Which key is in force, and whose call made an
 * answer, the database says: each answer has a row of no bytes there, so that an erasure reaches it whether Redis
 * answers or not.
 */
export class RedisAnswerStore extends AnswerStore {
  readonly keptIn = 'redis';
  readonly lagMs = ROUND_MS;

  constructor(
    private readonly redis: RedisLink,
    private readonly database: Database,
    private readonly rows: PostgresAnswerStore,
    private readonly keys: CacheKeys,
    private readonly clock: Clock,
    private readonly bytesMax = CACHE_BYTES_MAX,
  ) {
    super();
  }

  async find(place: CachePlace): Promise<StoreLook> {
    const [round, found] = await Promise.all([
      this.keys.roundOf(place.organisationId),
      this.look(place),
    ]);
    return round === place.round ? found : { kind: 'purged' };
  }

  /** The row first: an answer without one would be out of reach of an erasure. */
  async put(place: CachePlace, answer: SealedAnswer): Promise<void> {
    const { organisationId, round, tag } = place;
    const row = await this.rows.putRow(place, { ...answer, sealed: NOTHING });
    if (row === 'purged') return;
    try {
      await this.redis.run(ADD_TAG, [TAGS], [tag]);
      await this.write(place, answer);
    } catch (fault) {
      // What lies there may be of another call, which no row tells of any more.
      if (row === 'replaced') await this.database.query(END_ROUND, [organisationId, round]);
      throw fault;
    }
  }

  async sizeOf(organisationId: OrganisationId): Promise<CacheSize> {
    const { tag } = await this.keys.of(organisationId);
    const [entries, bytes] = (await this.redis.run(SIZE, keysOf(tag), [])) as [number, number];
    return { entries, bytes };
  }

  /** Out of reach with the other key; what Redis cannot be told now is swept later, and expires. */
  async purge(tx: Tx, organisationId: OrganisationId, before: CacheKey): Promise<number> {
    const count = await this.rows.purge(tx, organisationId, before);
    void this.drain(before.tag).catch(() => undefined);
    return count;
  }

  async sweep(keepers: readonly CacheKeeper[]): Promise<void> {
    await this.rows.sweepRows(keepers.map(ofExpired), false); // Redis may be away, and these go all the same.
    const tags = (await this.redis.run(LIST_TAGS, [TAGS], [])) as readonly string[];
    if (tags.length > 0) await this.sweepTags(tags, keepers);
    // What they tell of is gone by now: without its row an answer would be out of reach of an erasure.
    await this.rows.sweepRows(keepers);
  }

  private async sweepTags(tags: readonly string[], keepers: readonly CacheKeeper[]): Promise<void> {
    const inForce = await this.keys.inForce();
    const byTag = new Map(
      keepers.map((keeper) => [inForce.get(keeper.organisationId)?.tag, keeper]),
    );
    for (const tag of tags) await this.sweepTag(tag, byTag.get(tag));
    for (const [tag, { organisationId }] of byTag) {
      const drop = (rows: readonly AnswerRow[]) =>
        this.redis.run(
          DROP,
          keysOf(tag ?? ''),
          rows.map((row) => nameIn({ ...row, organisationId })),
        );
      await this.rows.sweepScopes(organisationId, drop);
    }
  }

  private async sweepTag(tag: string, keeper: CacheKeeper | undefined): Promise<void> {
    if (!keeper || keeper.hasNoCache) {
      await this.drain(tag);
      await this.redis.run(REMOVE_TAG, [TAGS], [tag]);
      return;
    }
    const trim = () => this.redis.run(TRIM, keysOf(tag), [String(keeper.keptSinceMs)]);
    while (Number(await trim()) > 0);
  }

  private async look(place: CachePlace): Promise<StoreLook> {
    try {
      const found = await this.redis.runForBytes(FIND, keysOf(place.tag), [nameIn(place)]);
      return found instanceof Buffer ? { kind: 'found', sealed: found } : { kind: 'nothing' };
    } catch (fault) {
      if (isReply(fault)) return { kind: 'unreadable' };
      throw fault;
    }
  }

  private async write(place: CachePlace, answer: SealedAnswer): Promise<void> {
    const ttlMs = Math.ceil(answer.expiresAtMs - this.clock.nowMs());
    if (ttlMs <= 0) return;
    const values = [
      nameIn(place),
      answer.sealed,
      String(ttlMs),
      String(answer.storedAtMs),
      String(this.bytesMax),
    ];
    const put = () => this.redis.runForBytes(PUT, keysOf(place.tag), values);
    const written = await put().catch(async (fault: unknown) => {
      if (!isReply(fault)) throw fault;
      await this.redis.run(RESET, keysOf(place.tag).slice(0, -1), []);
      return put();
    });
    if (written !== 1) throw new Error('Redis has too little memory left for answers.');
  }

  private async drain(tag: string): Promise<void> {
    const run = (script: RedisScript) => this.redis.run(script, keysOf(tag), []);
    while (Number(await run(DRAIN)) > 0);
  }
}

const NOTHING = Buffer.alloc(0);

/** Its answers that have expired, and no others. */
const ofExpired = (keeper: CacheKeeper): CacheKeeper => ({
  ...keeper,
  hasNoCache: false,
  keptSinceMs: 0,
});

/** All in one slot of a cluster. */
const keysOf = (tag: string): readonly string[] =>
  ['used', 'stored', 'expires', 'sizes', 'answer:'].map((what) => `gw:cache:{${tag}}:${what}`);

/** The digest is keyed, so neither organisation nor scope can be told from it. */
const nameIn = ({
  organisationId,
  scopeId,
  digest,
}: Pick<CachePlace, 'organisationId' | 'scopeId' | 'digest'>): string =>
  sha256(`${organisationId}/${scopeId}/${digest.toString('base64')}`).toString('base64url');
