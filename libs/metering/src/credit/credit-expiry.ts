import { Injectable, Logger } from '@nestjs/common';
import { Clock, Ids, type Nano } from '#kernel';
import { bumpEpoch, Database, Nudges, type Statement, type Tx } from '#platform';
import { creditLeft, lockOrganisation, readBalance, readEntries } from './credit.repository.js';
import { byEnd, leftOfEach } from './unused-credit.js';

const LOOK_MS = 5_000;
/**
 * Each replica stops spending what has ended by its own clock, and reads what was booked within two seconds:
 * whoever books it waits until all of them have stopped, so that nothing is spent which has gone.
 */
const SETTLED_MS = 5_000;

const DUE: Statement = {
  name: 'credit-due',
  text: `SELECT DISTINCT o.name FROM credit_entry c JOIN organisation o ON o.id = c.org_id
    WHERE c.ends_at <= $1 AND NOT EXISTS (SELECT FROM credit_entry e WHERE e.ended_id = c.id)
    ORDER BY o.name`,
};
const END: Statement = {
  name: 'credit-end',
  text: `INSERT INTO credit_entry (id, org_id, kind, nano, ended_id, used_nano)
    VALUES ($1, $2, 'expire', $3, $4, $5)`,
};

/**
 * Books what is left of credit when it ends, once each, whichever process looks. What running calls hold then
 * counts as used.
 */
@Injectable()
export class CreditExpiry {
  private readonly logger = new Logger('credit');
  private stopLooking: () => void = () => undefined;
  private looking: Promise<unknown> | undefined;

  constructor(
    private readonly database: Database,
    private readonly nudges: Nudges,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => {
      this.looking ??= this.bookDue()
        // Until it is booked, nobody spends it; the next look comes.
        .catch((fault: unknown) => this.logger.error('credit that has ended is not booked', fault))
        .finally(() => (this.looking = undefined));
    });
  }

  async stop(): Promise<void> {
    this.stopLooking();
    await this.looking;
  }

  /** @returns how many entries were made */
  async bookDue(): Promise<number> {
    const due = new Date(this.clock.nowMs() - SETTLED_MS);
    let booked = 0;
    for (const { name } of await this.database.query<{ name: string }>(DUE, [due])) {
      booked += await this.database.transaction((tx) => this.book(tx, name, due.getTime()));
    }
    if (booked > 0) this.nudges.send('epochs');
    return booked;
  }

  private async book(tx: Tx, organisation: string, dueMs: number): Promise<number> {
    await lockOrganisation(tx, organisation);
    const balance = await readBalance(tx, organisation);
    if (!balance) return 0;
    const { organisationId, spentNano, heldNano } = balance;
    const usedNano = spentNano + heldNano;
    const entries = await readEntries(tx, organisationId);
    const endedIds = new Set(entries.map(({ endedId }) => endedId));
    const due = entries
      .filter(({ id, endsAt }) => endsAt !== null && endsAt.getTime() <= dueMs && !endedIds.has(id))
      .toSorted(byEnd);
    const unused = leftOfEach(entries, usedNano);
    // An overrun is nobody's credit, and still no more can be taken than there is.
    let left = creditLeft(balance);
    for (const { id } of due) {
      const nano = least(unused.get(id) ?? 0n, left);
      const values = [this.ids.callId(), organisationId, String(-nano), id, String(usedNano)];
      await tx.query(END, values);
      left -= nano;
    }
    if (due.length > 0) await bumpEpoch(tx, 'settings', organisationId);
    return due.length;
  }
}

/** Not below zero. */
const least = (one: Nano, other: Nano): Nano => (other <= 0n ? 0n : one < other ? one : other);
