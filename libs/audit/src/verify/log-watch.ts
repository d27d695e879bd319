import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database } from '#platform';
import { CheckpointSigner } from '../log/checkpoint-signer.js';
import { LIST_LOGS } from './statements.js';
import { verifyRange } from './verify-range.js';

const LOOK_MS = 10 * 60_000;
const ROWS_OF_A_LOOK = 20_000; // Of each log: a second of reading, in pages with pauses between them.

/** Ends a check when the process does. */
class Stopped extends Error {}

/**
 * Verifies all logs over and over, a stretch of each at a time, from its first row to its last and from the first again. Of a log of a
 * million rows each row is looked at every eight hours; what needs all of them now is `gw audit verify`.
 */
@Injectable()
export class LogWatch {
  private readonly logger = new Logger('audit');
  /** Where the next stretch of a log begins. */
  private readonly next = new Map<string, number>();
  private readonly faulty = new Set<string>();
  private stopLooking: () => void = () => undefined;
  private looking: Promise<void> | undefined;
  private isStopping = false;
  private goodMs = 0;

  constructor(
    private readonly database: Database,
    private readonly signer: CheckpointSigner,
    private readonly clock: Clock,
  ) {}

  /** Logs with a row that is not as it was sealed. */
  get faultyLogs(): number {
    return this.faulty.size;
  }

  /** When the last look found nothing wrong, in milliseconds since the epoch; 0 before the first one. */
  get verifiedAtMs(): number {
    return this.goodMs;
  }

  start(): void {
    this.isStopping = false;
    this.stopLooking = this.clock.every(LOOK_MS, () => this.look());
    this.look();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLooking();
    await this.looking;
  }

  private look(): void {
    this.looking ??= this.verify()
      .catch((fault: unknown) => {
        if (!(fault instanceof Stopped)) this.logger.warn('the log could not be verified', fault);
      })
      .finally(() => (this.looking = undefined));
  }

  private async verify(): Promise<void> {
    const logs = await this.database.query<{ organisationId: string }>(LIST_LOGS);
    for (const { organisationId } of logs) await this.verifyStretch(organisationId);
    if (this.faulty.size === 0) this.goodMs = this.clock.nowMs();
  }

  private async verifyStretch(organisationId: string): Promise<void> {
    const from = this.next.get(organisationId) ?? 0;
    const range = { organisationId, from, to: from + ROWS_OF_A_LOOK };
    const verdict = await verifyRange(this.database, this.signer, range, async () => {
      if (this.isStopping) throw new Stopped();
    });
    const { firstBrokenSeq, fault, to, rows } = verdict;
    if (firstBrokenSeq !== null) {
      // It stays where it is: the stretch is looked at again until it is in order.
      this.faulty.add(organisationId);
      this.logger.error(`log ${organisationId}: row ${firstBrokenSeq}: ${fault}`);
      return;
    }
    this.faulty.delete(organisationId);
    const isAtEnd = rows < ROWS_OF_A_LOOK;
    this.next.set(organisationId, isAtEnd ? 0 : to);
  }
}
