import { Injectable } from '@nestjs/common';
import { Clock, type OrganisationId } from '#kernel';
import { byteaArray, Database, uuidArray, type Statement, type Tx } from '#platform';
import {
  CACHE_BYTES_MAX,
  PURGE_ANSWERS_MAX,
  STEP_ANSWERS_MAX,
  SWEEP_ANSWERS_MAX,
} from '../limits.js';
import type { CacheKey, CachePlace } from '../cache-place.js';
import {
  AnswerStore,
  type CacheKeeper,
  type CacheSize,
  type SealedAnswer,
  type StoreLook,
} from './answer-store.js';

const FIND: Statement = {
  name: 'cache-find',
  text: `SELECT k.round, a.call_id AS "callId", a.sealed FROM response_cache_key k
    LEFT JOIN cached_answer a ON a.org_id = k.org_id AND a.scope_id = $2 AND a.digest = $3 AND a.round = k.round
    WHERE k.org_id = $1`,
};

/** What was hashed under a key that is not in force any more is nobody's: the row of the key is held until it is written. */
const PUT: Statement = {
  name: 'cache-put',
  text: `INSERT INTO cached_answer (org_id, scope_id, digest, round, call_id, bytes, sealed, stored_at, expires_at)
    SELECT k.org_id, $2, $3, k.round, $5, length($6::bytea), $6::bytea, $7, $8
    FROM (SELECT org_id, round FROM response_cache_key WHERE org_id = $1 AND round = $4 FOR SHARE) k
    ON CONFLICT (org_id, scope_id, digest) DO UPDATE SET round = excluded.round, call_id = excluded.call_id,
      bytes = excluded.bytes, sealed = excluded.sealed, stored_at = excluded.stored_at, expires_at = excluded.expires_at
    RETURNING xmax <> 0 AS "hasReplaced"`,
};

const SIZE: Statement = {
  name: 'cache-size',
  text: `SELECT count(*)::int AS entries, coalesce(sum(bytes), 0)::float8 AS bytes
    FROM cached_answer WHERE org_id = $1 AND expires_at > $2
      AND round = (SELECT round FROM response_cache_key WHERE org_id = $1)`,
};

/** There may be millions of them, and one statement that takes all would end in its time limit, and the purge with it. */
const PURGE: Statement = {
  name: 'cache-purge',
  text: `WITH gone AS (DELETE FROM cached_answer WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM cached_answer WHERE org_id = $1 LIMIT ${PURGE_ANSWERS_MAX})))
    SELECT count(*)::int AS count FROM cached_answer WHERE org_id = $1 AND round = $2`,
};

/**
 * Of an organisation that has no cache any more, all; of others none that is older than what is kept, whenever it expires, and
 * none that a purge has left.
 */
const SWEEP: Statement = {
  name: 'cache-sweep',
  text: `WITH gone AS (
      DELETE FROM cached_answer WHERE (org_id, scope_id, digest) IN (
        SELECT org_id, scope_id, digest FROM cached_answer
        WHERE org_id = $1 AND ($3::boolean OR expires_at < $2::timestamptz OR stored_at < $4::timestamptz
          OR ($5::boolean AND round <> (SELECT round FROM response_cache_key WHERE org_id = $1)))
        LIMIT ${SWEEP_ANSWERS_MAX})
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

/** The newest of them, up to the room that there is, stay. */
const SWEEP_OLDEST: Statement = {
  name: 'cache-sweep-oldest',
  text: `WITH gone AS (
      DELETE FROM cached_answer WHERE (org_id, scope_id, digest) IN (
        SELECT org_id, scope_id, digest FROM (
          SELECT org_id, scope_id, digest,
            sum(bytes) OVER (ORDER BY stored_at DESC, digest) AS upto
          FROM cached_answer WHERE org_id = $1) a
        WHERE upto > $2::bigint LIMIT ${SWEEP_ANSWERS_MAX})
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

/** Of workloads that are gone, which nobody asks for any more. */
const OF_GONE_SCOPES: Statement = {
  name: 'cache-of-gone-scopes',
  text: `SELECT a.scope_id AS "scopeId", a.digest, a.round FROM cached_answer a
    WHERE a.org_id = $1 AND a.scope_id <> a.org_id AND NOT EXISTS (SELECT FROM workload w WHERE w.id = a.scope_id)
    LIMIT $2`,
};

const DELETE_ROWS: Statement = {
  name: 'cache-delete-rows',
  text: `DELETE FROM cached_answer a USING unnest($2::uuid[], $3::bytea[]) AS n (scope_id, digest)
    WHERE a.org_id = $1 AND a.scope_id = n.scope_id AND a.digest = n.digest`,
};

/** Where an answer lies, as its row says. */
export type AnswerRow = Pick<CachePlace, 'scopeId' | 'digest' | 'round'>;

/** What came of a row: it was not written where its key is not in force any more. */
export type PutResult = 'written' | 'replaced' | 'purged';

/** Answers in the database. The row of the organisation's key says at each look which of them are in force. */
@Injectable()
export class PostgresAnswerStore extends AnswerStore {
  readonly keptIn = 'postgres';
  readonly lagMs = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ organisationId, scopeId, digest, round }: CachePlace): Promise<StoreLook> {
    const [row] = await this.database.query<{
      round: number;
      callId: string | null;
      sealed: Buffer | null;
    }>(FIND, [organisationId, scopeId, digest]);
    if (row?.round !== round) return { kind: 'purged' };
    const { callId, sealed } = row;
    return callId === null || !sealed?.length
      ? { kind: 'nothing' }
      : { kind: 'found', callId, sealed };
  }

  async put(place: CachePlace, answer: SealedAnswer): Promise<void> {
    await this.putRow(place, answer);
  }

  /** As `put`. An answer that lies elsewhere has a row of no bytes, by which an erasure of its call finds it. */
  async putRow(
    { organisationId, scopeId, digest, round }: CachePlace,
    { callId, sealed, storedAtMs, expiresAtMs }: SealedAnswer,
  ): Promise<PutResult> {
    const [row] = await this.database.query<{ hasReplaced: boolean }>(PUT, [
      organisationId,
      scopeId,
      digest,
      round,
      callId,
      sealed,
      new Date(storedAtMs),
      new Date(expiresAtMs),
    ]);
    if (!row) return 'purged';
    return row.hasReplaced ? 'replaced' : 'written';
  }

  async sizeOf(organisationId: OrganisationId): Promise<CacheSize> {
    const values = [organisationId, new Date(this.clock.nowMs())];
    const [row] = await this.database.query<CacheSize>(SIZE, values);
    return row ?? { entries: 0, bytes: 0 };
  }

  async purge(tx: Tx, organisationId: OrganisationId, { round }: CacheKey): Promise<number> {
    const [row] = await tx.query<{ count: number }>(PURGE, [organisationId, round]);
    return row?.count ?? 0;
  }

  /** A key's row and its answers go together. */
  async sweep(keepers: readonly CacheKeeper[]): Promise<void> {
    await this.sweepRows(keepers);
    for (const { organisationId } of keepers) await this.sweepScopes(organisationId);
  }

  /** All but those of workloads that are gone. @param takesPurged those of keys that are not in force, too */
  async sweepRows(keepers: readonly CacheKeeper[], takesPurged = true): Promise<void> {
    for (const { organisationId, hasNoCache, nowMs, keptSinceMs } of keepers) {
      const ages = [new Date(nowMs), hasNoCache, new Date(keptSinceMs)];
      await this.delete(SWEEP, [organisationId, ...ages, takesPurged]);
      await this.delete(SWEEP_OLDEST, [organisationId, CACHE_BYTES_MAX]);
    }
  }

  /** Those of workloads that are gone. @param drop rids another place of them first, some at a time */
  async sweepScopes(
    organisationId: OrganisationId,
    drop: (rows: readonly AnswerRow[]) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    for (;;) {
      const some = await this.database.query<AnswerRow>(OF_GONE_SCOPES, [
        organisationId,
        STEP_ANSWERS_MAX,
      ]);
      if (some.length === 0) return;
      await drop(some);
      await this.database.query(DELETE_ROWS, [
        organisationId,
        uuidArray(some.map(({ scopeId }) => scopeId)),
        byteaArray(some.map(({ digest }) => digest)),
      ]);
    }
  }

  /** All of them, some at a time. */
  private async delete(statement: Statement, values: readonly unknown[]): Promise<void> {
    for (let count = SWEEP_ANSWERS_MAX; count === SWEEP_ANSWERS_MAX;) {
      const [row] = await this.database.query<{ count: number }>(statement, values);
      count = row?.count ?? 0;
    }
  }
}
