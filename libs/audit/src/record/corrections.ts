import { Injectable, Logger } from '@nestjs/common';
import { Settlement } from '#call';
import { Clock, sha256 } from '#kernel';
import { bigintArray, Database, ReplicaId, type Statement } from '#platform';
import type { Entry } from '../entry/entry.js';
import { faultOf } from './database-fault.js';
import { rowOf, type SealedRow } from './sealed-row.js';
import { findLeaves, writeRows } from './write-rows.js';

const TRIES_MAX = 60;
const PAUSE_MS = 1_000; // Together a minute: an outage that made a call late may still last.

const FIND_SETTLED: Statement = {
  name: 'correct-find-settled',
  text: 'SELECT nano, counters, workload_id FROM ledger_entry WHERE id = $1 AND kind IN (2, 3)',
};

/** Holds nothing: it names the counters that the difference is settled on. */
const OPEN: Statement = {
  name: 'correct-open',
  text: `
    INSERT INTO call_intent (id, org_id, workload_id, replica_id, hold_nano, counters, price_version,
      context, progress_nano)
    VALUES ($1, $2, $3, $4, 0, $5, ($6::bigint[])[1], '{}', 0)`,
};

/**
 * Nothing was settled for a call that had been `refused`. One that is `unknown` had its intent in a
 * database that was restored from an older backup since.
 */
type Booking = 'booked' | 'refused' | 'unknown';

/**
 * Puts right what was settled for a call that was taken for dead, once its real outcome is known: an
 * entry of the type `adjustment`, whose parent is the call, and a ledger entry of the difference.
 */
@Injectable()
export class Corrections {
  private readonly logger = new Logger('audit');
  private readonly counts = { booked: 0, lost: 0 };

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly replica: ReplicaId,
    private readonly settlement: Settlement,
  ) {}

  get counters(): Readonly<{ booked: number; lost: number }> {
    return this.counts;
  }

  /** @param late the outcome that could not be recorded as the call's own. Never rejects. */
  async book(late: SealedRow): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      try {
        const booking = await this.tryBook(late);
        if (booking === 'unknown') break;
        if (booking === 'refused') return;
        this.counts.booked++;
        // Counters outside of the database know of no such entry. If they are away, they are seen to drift.
        return await this.settlement.recount(late.entry.org).catch(() => undefined);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'duplicate') return; // A try before was committed, with only its answer lost.
        if (fault === 'row') break;
        await this.clock.sleep(PAUSE_MS);
      }
    }
    this.counts.lost++;
    this.logger.error(`the late outcome of call ${late.entry.id} is not on record`);
  }

  private tryBook({ entry, salt }: SealedRow): Promise<Booking> {
    return this.database.transaction(async (tx) => {
      const [settled] = await tx.query<{ nano: string; counters: string; workload_id: string }>(
        FIND_SETTLED,
        [entry.id],
      );
      if (!settled) return (await findLeaves(tx, [entry.id])).has(entry.id) ? 'refused' : 'unknown';
      const row = rowOf(adjustmentOf(entry, BigInt(settled.nano)), {
        hasIntent: true,
        salt,
        charge: { kind: 'adjust' },
      });
      await tx.query(OPEN, [
        row.entry.id,
        entry.org,
        settled.workload_id,
        this.replica.value,
        settled.counters,
        bigintArray([entry.price?.book ?? null]),
      ]);
      await writeRows(tx, [row]);
      return 'booked';
    });
  }
}

/** The late entry with the difference as its price. */
function adjustmentOf(late: Entry, settledNano: bigint): Entry {
  const { price } = late;
  const nano = String(BigInt(price?.nano ?? 0) - settledNano);
  return {
    ...late,
    type: 'adjustment',
    id: adjustmentId(late.id),
    parent: late.id,
    price: price && { ...price, nano, hold_nano: '0', overrun_nano: '0' },
  };
}

/** One for each call, and always the same: a second adjustment of a call is a duplicate. */
function adjustmentId(callId: string): string {
  const hex = sha256(`adjustment ${callId}`).toString('hex');
  // The time of the call, then the version for ids of one's own making.
  return `${callId.slice(0, 13)}-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
