import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, type Statement } from '#platform';

const LOOK_MS = 60_000;
/** Of one organisation at a time, so that no lock is held for long. */
const ROWS_MAX = 1_000;

/** By the settings of now: an organisation that keeps less, or nothing any more, has less from the next look on. */
const KEEPERS: Statement = {
  name: 'content-keepers',
  text: `SELECT id, coalesce((settings->>'content_retention_days')::int, 0) AS days,
      coalesce((settings#>>'{response_cache,enabled}')::boolean, false) AS "isCaching"
    FROM organisation o WHERE EXISTS (SELECT FROM content_key k WHERE k.org_id = o.id)`,
};

interface Keeper {
  readonly id: string;
  readonly days: number;
  readonly isCaching: boolean;
}

const SWEEP: Statement = {
  name: 'content-sweep',
  text: `WITH gone AS (
      DELETE FROM call_content WHERE (call_id, part) IN (
        SELECT call_id, part FROM call_content WHERE org_id = $1 AND kept_at < $2::timestamptz
        ORDER BY kept_at LIMIT ${ROWS_MAX})
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

/** Of an organisation that has no cache any more, all; of others none that is older than what is kept, whenever it expires. */
const SWEEP_ANSWERS: Statement = {
  name: 'content-sweep-answers',
  text: `WITH gone AS (
      DELETE FROM cached_answer WHERE (org_id, scope_id, digest) IN (
        SELECT org_id, scope_id, digest FROM cached_answer
        WHERE org_id = $1 AND ($3::boolean OR expires_at < $2::timestamptz OR stored_at < $4::timestamptz) LIMIT ${ROWS_MAX})
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

/** The newest of them, up to the room that there is, stay. */
const SWEEP_OLDEST: Statement = {
  name: 'content-sweep-oldest',
  text: `WITH gone AS (
      DELETE FROM cached_answer WHERE (org_id, scope_id, digest) IN (
        SELECT org_id, scope_id, digest FROM (
          SELECT org_id, scope_id, digest,
            sum(bytes) OVER (ORDER BY stored_at DESC, digest) AS upto
          FROM cached_answer WHERE org_id = $1) a
        WHERE upto > $2::bigint LIMIT ${ROWS_MAX})
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
};

const DAY_MS = 24 * 3_600_000;
/** Of an organisation's answers in its cache; between two looks there may be more. */
const CACHE_BYTES_MAX = 256 * 1_024 * 1_024;

/** Deletes what is kept for longer than its organisation says, and answers that nobody may be given any more. */
@Injectable()
export class ContentSweep {
  private readonly logger = new Logger('content');
  private stopLooking: () => void = () => undefined;
  private sweeping: Promise<unknown> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.sweeping ??= this.sweep()
        // The next look comes.
        .catch((fault: unknown) => this.logger.warn('old content could not be deleted', fault))
        .finally(() => (this.sweeping = undefined));
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLooking();
    await this.sweeping;
  }

  /** @returns how many prompts and answers of calls went */
  async sweep(): Promise<number> {
    let gone = 0;
    for (const { id, days, isCaching } of await this.database.query<Keeper>(KEEPERS)) {
      const nowMs = this.clock.nowMs();
      const hasNoCache = days === 0 || !isCaching;
      const keptSince = new Date(nowMs - days * DAY_MS);
      gone += await this.delete(SWEEP, [id, keptSince]);
      await this.delete(SWEEP_ANSWERS, [id, new Date(nowMs), hasNoCache, keptSince]);
      await this.delete(SWEEP_OLDEST, [id, CACHE_BYTES_MAX]);
    }
    return gone;
  }

  /** All of them, some at a time. */
  private async delete(statement: Statement, values: readonly unknown[]): Promise<number> {
    let gone = 0;
    for (let count = ROWS_MAX; count === ROWS_MAX && !this.isStopping; gone += count) {
      const [row] = await this.database.query<{ count: number }>(statement, values);
      count = row?.count ?? 0;
    }
    return gone;
  }
}
