import { Injectable, Logger } from '@nestjs/common';
import { Clock, type OrganisationId } from '#kernel';
import { Database, type Statement } from '#platform';
import { AnswerStore } from '../cache/store/answer-store.js';

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
  readonly id: OrganisationId;
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

const DAY_MS = 24 * 3_600_000;

/** Deletes what is kept for longer than its organisation says, and answers that nobody may be given any more. */
@Injectable()
export class ContentSweep {
  private readonly logger = new Logger('content');
  private stopLooking: () => void = () => undefined;
  private sweeping: Promise<unknown> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly answers: AnswerStore,
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
    const keepers = await this.database.query<Keeper>(KEEPERS);
    let gone = 0;
    for (const keeper of keepers) gone += await this.sweepContent(keeper);
    const nowMs = this.clock.nowMs();
    await this.answers.sweep(
      keepers.map(({ id, days, isCaching }) => ({
        organisationId: id,
        hasNoCache: days === 0 || !isCaching,
        nowMs,
        keptSinceMs: nowMs - days * DAY_MS,
      })),
    );
    return gone;
  }

  /** All that is too old, some at a time. */
  private async sweepContent({ id, days }: Keeper): Promise<number> {
    const keptSince = new Date(this.clock.nowMs() - days * DAY_MS);
    let gone = 0;
    for (let count = ROWS_MAX; count === ROWS_MAX && !this.isStopping; gone += count) {
      const [row] = await this.database.query<{ count: number }>(SWEEP, [id, keptSince]);
      count = row?.count ?? 0;
    }
    return gone;
  }
}
