import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database } from '#platform';
import {
  CUT_DAYS,
  DROP_DAYS,
  FIND_NEXT,
  FORGET_CALLS,
  FORGET_FACETS,
  MOVE_MARK,
  ROLL_UP,
  ROLL_UP_LOCK,
  TRY_LOCK,
} from './roll-up-statements.js';

const ROWS_MAX = 2_000; // A tenth of a second of the server's work, after which others get their turn.
const LOOK_MS = 2_000; // Sealing takes one; what the Console reads is as old as both.
const FORGET_MS = 3_600_000;
const FORGET_ROWS_MAX = 50_000; // Of an hour; the next one goes on.

interface NextRow {
  readonly organisationId: string;
  readonly seq: string;
  readonly size: string;
  readonly timeZone: string;
  readonly cutBy: string | null;
}

/**
 * Sums sealed rows by the hour. The mark says how far, and moves in the same transaction, so a row is summed
 * once, whoever is killed when. Any number of processes may run it: the database lets one through at a time.
 */
@Injectable()
export class UsageRollUp {
  private readonly logger = new Logger('usage');
  private readonly stops: (() => void)[] = [];
  private running: Promise<unknown> | undefined;
  private isStopping = false;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.isStopping = false;
    this.stops.push(
      this.clock.every(LOOK_MS, () => this.inTurn(() => this.rollUp())),
      this.clock.every(FORGET_MS, () => this.inTurn(() => this.forget())),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    this.isStopping = true;
    await this.running;
  }

  /** Until everything that is sealed is summed, or another process is at it. @returns rows read */
  async rollUp(progress: (rows: number) => void = () => undefined): Promise<number> {
    let rows = 0;
    while (!this.isStopping) {
      const step = await this.step();
      rows += step;
      progress(rows);
      if (step === 0) break;
    }
    return rows;
  }

  private step(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ isLocked: boolean }>(TRY_LOCK, [ROLL_UP_LOCK]);
      if (!lock?.isLocked) return 0;
      const [next] = await tx.query<NextRow>(FIND_NEXT);
      if (!next) return 0;
      const { organisationId, timeZone, cutBy } = next;
      if (cutBy !== null && cutBy !== timeZone) {
        await tx.query(DROP_DAYS, [organisationId]);
        await tx.query(CUT_DAYS, [organisationId, timeZone]);
      }
      const from = Number(next.seq);
      const to = Math.min(from + ROWS_MAX, Number(next.size));
      await tx.query(ROLL_UP, [organisationId, from, to, timeZone]);
      await tx.query(MOVE_MARK, [organisationId, to, timeZone]);
      return to - from;
    });
  }

  private async forget(): Promise<void> {
    await this.database.query(FORGET_CALLS, [FORGET_ROWS_MAX]);
    await this.database.query(FORGET_FACETS, [FORGET_ROWS_MAX]);
  }

  /** One at a time. What failed was rolled back, and is tried at the next look; said once. */
  private inTurn(work: () => Promise<unknown>): void {
    this.running ??= work()
      .then(() => (this.hasFailed = false))
      .catch((fault: unknown) => {
        if (!this.hasFailed) this.logger.error('usage is not summed', fault);
        this.hasFailed = true;
      })
      .finally(() => (this.running = undefined));
  }
}
