import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, type Statement } from '#platform';

const LOOK_MS = 60_000;
/** Of one kind at a time: what is more waits for the next look, and no lock is held for long. */
export const ROWS_MAX = 1_000;

/** A table, its key, and which rows are of no use any more; `$1` is the time. */
const OVER = [
  // Ends as `Sessions` has them.
  [
    'member_session',
    'id',
    `created_at < $1 - interval '7 days' OR seen_at < $1 - interval '12 hours'
      OR (NOT is_complete AND created_at < $1 - interval '10 minutes')`,
  ],
  ['email_proof', 'id', `expires_at < $1 - interval '1 day'`],
  ['invite', 'id', `expires_at < $1 - interval '1 day'`],
  ['oidc_flow', 'state_hash', `created_at < $1 - interval '15 minutes'`],
  ['admin_request', '(actor, key)', `created_at < $1 - interval '24 hours'`],
  [
    'sign_in_failure',
    'who',
    `since < $1 - interval '1 day' AND coalesce(blocked_until < $1 - interval '1 day', true)`,
  ],
  ['familiar_place', 'who', `seen_at < $1 - interval '90 days'`],
] as const;

const DELETE: readonly Statement[] = OVER.map(([table, key, isOver]) => ({
  name: `tidy-${table}`,
  text: `WITH gone AS (
      DELETE FROM ${table} WHERE ${key} IN (
        SELECT ${key.replace(/[()]/g, '')} FROM ${table} WHERE ${isOver.replaceAll('$1', '$1::timestamptz')}
        LIMIT ${ROWS_MAX} FOR UPDATE SKIP LOCKED)
      RETURNING 1)
    SELECT count(*)::int AS count FROM gone`,
}));

/** That a request was carried out is known for a day; the secret that it showed is not kept for that long. */
const FORGET_SECRETS: Statement = {
  name: 'tidy-shown-secrets',
  text: `UPDATE admin_request SET answer = '' WHERE shown_until < $1::timestamptz AND answer <> ''`,
};

/** What people left behind and nobody asks for any more: ended sessions, used links, old requests. */
@Injectable()
export class Housekeeping {
  private readonly logger = new Logger('housekeeping');
  private stopLooking: () => void = () => undefined;
  private tidying: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.tidying ??= this.tidy()
        // Nothing depends on it; the next look comes.
        .catch((fault: unknown) => this.logger.warn('what is over could not be removed', fault))
        .finally(() => (this.tidying = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.tidying;
  }

  /** @returns how many rows went */
  async tidy(): Promise<number> {
    const now = new Date(this.clock.nowMs());
    await this.database.query(FORGET_SECRETS, [now]);
    let gone = 0;
    for (const statement of DELETE) {
      const [row] = await this.database.query<{ count: number }>(statement, [now]);
      gone += row?.count ?? 0;
    }
    return gone;
  }
}
