import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, type Statement } from '#platform';

const LOOK_MS = 60_000;
/** Of one organisation at a time, so that no lock is held for long. */
const ROWS_MAX = 1_000;

/** By the settings of now: an organisation that keeps less, or nothing any more, has less from the next look on. */
const KEEPERS: Statement = {
  name: 'content-keepers',
  text: `SELECT id, coalesce((settings->>'content_retention_days')::int, 0) AS days
    FROM organisation o WHERE EXISTS (SELECT FROM content_key k WHERE k.org_id = o.id)`,
};

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

/** Deletes what is kept for longer than its organisation says. */
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

  /** @returns how many texts went */
  async sweep(): Promise<number> {
    let gone = 0;
    for (const { id, days } of await this.database.query<{ id: string; days: number }>(KEEPERS)) {
      const before = new Date(this.clock.nowMs() - days * DAY_MS);
      for (let count = ROWS_MAX; count === ROWS_MAX && !this.isStopping; ) {
        const [row] = await this.database.query<{ count: number }>(SWEEP, [id, before]);
        count = row?.count ?? 0;
        gone += count;
      }
    }
    return gone;
  }
}
