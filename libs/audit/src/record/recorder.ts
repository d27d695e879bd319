import { Injectable } from '@nestjs/common';
import { type ResolvedHold, Settlement } from '#call';
import { Clock, Entropy } from '#kernel';
import { Database } from '#platform';
import { faultOf } from './database-fault.js';
import { RecordedSignal } from './recorded-signal.js';
import type { SealedRow } from './sealed-row.js';
import { setAside } from './set-aside.js';
import { findLeaves, releaseStrays, type Written, writeRows } from './write-rows.js';

const BATCH_ROWS_MAX = 512; // Beyond this a batch takes longer without costing less per row.
const WAITING_ROWS_MAX = 10_000; // Some seconds of full load: how long an outage may last unnoticed.
const WAITING_BYTES_MAX = 64 * 1024 * 1024;
const GATHER_MS = 8; // Nobody waits for an outcome: its intent is durable. Batches are worth more.
const BACK_OFF_MS = 50;
const BACK_OFF_MS_MAX = 2_000; // A database that comes back is used within two seconds.
const CONFLICT_MS_MAX = 30; // Jitter: two transactions that met once must not meet again.

interface Waiting {
  readonly row: SealedRow;
  readonly resolve: (isRecorded: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes outcomes in batches: while one is in flight, and a few milliseconds longer, the next
 * collects, so batches grow with the load. Without the database rows wait here, in order; when too
 * many do, `isFull` tells admission to refuse.
 */
@Injectable()
export class Recorder {
  private waiting: Waiting[] = [];
  private isWriting = false;
  private whenIdle: (() => void)[] = [];
  private hurry: (() => void) | undefined;

  private rows = 0;
  private bytes = 0;
  private readonly counts = { recorded: 0, rejected: 0, batches: 0, retries: 0 };
  /** Batches whose holds outside of the database were left for `Recovery` to settle. */
  private left: { readonly sinceMs: number; readonly holds: number }[] = [];

  constructor(
    private readonly database: Database,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
    private readonly signal: RecordedSignal,
  ) {}

  /** True when a call more could not be recorded for certain, so none may be admitted. */
  get isFull(): boolean {
    return this.rows >= WAITING_ROWS_MAX || this.bytes >= WAITING_BYTES_MAX;
  }

  get waitingRows(): number {
    return this.rows;
  }

  /** Calls recorded here whose holds, outside of the database, are still to be settled. */
  get unsettled(): number {
    return this.left.reduce((sum, { holds }) => sum + holds, 0);
  }

  /** Since the start: rows written, rows the database refused for good, batches, tries repeated. */
  get counters(): Readonly<Recorder['counts']> {
    return this.counts;
  }

  /**
   * Resolves when the row is durable, or with false when the call had already been taken for dead
   * and recorded as interrupted. Rejects only when the database refuses the row itself.
   */
  record(row: SealedRow): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const release = () => {
        this.rows--;
        this.bytes -= row.bytes.length;
      };
      this.rows++;
      this.bytes += row.bytes.length;
      this.waiting.push({
        row,
        resolve: (isRecorded) => (release(), resolve(isRecorded)),
        reject: (error) => (release(), reject(error)),
      });
      if (this.isWriting) return;
      this.isWriting = true;
      void this.drain();
    });
  }

  /** Whatever had been left by then is settled, whoever did it. */
  forgetLeft(monotonicMs: number): void {
    this.left = this.left.filter(({ sinceMs }) => sinceMs > monotonicMs);
  }

  /** Resolves when everything that was given so far is written. */
  flush(): Promise<void> {
    if (!this.isWriting) return Promise.resolve();
    this.hurry?.();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.gather();
      await this.write(this.waiting.splice(0, BATCH_ROWS_MAX));
      this.counts.batches++;
      this.signal.raise();
    }
    this.isWriting = false;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  /** A few milliseconds for more rows to come, unless somebody waits for the end. */
  private async gather(): Promise<void> {
    if (this.whenIdle.length > 0) return;
    await new Promise<void>((resolve) => {
      const alarm = this.clock.after(GATHER_MS, resolve);
      this.hurry = () => (alarm.cancel(), resolve());
    });
    this.hurry = undefined;
  }

  /** Resolves every row, however long the database is away. Never rejects. */
  private async write(batch: readonly Waiting[]): Promise<void> {
    let open = batch;
    for (let tries = 1; open.length > 0; tries++) {
      try {
        // A try that failed may have been committed, with only its answer lost.
        if (tries > 1) open = await this.resolveRecorded(open);
        if (open.length > 0) await this.writeOnce(open);
        return;
      } catch (error) {
        const fault = faultOf(error);
        const isHopeless = fault === 'row' || (fault === 'duplicate' && tries > 1);
        if (isHopeless) return this.isolate(open, error);
        this.counts.retries++;
        await this.clock.sleep(this.pauseMs(fault, tries));
      }
    }
  }

  private async writeOnce(open: readonly Waiting[]): Promise<void> {
    const rows = open.map(({ row }) => row);
    const written = await writeRows(this.database, rows);
    for (const { row, resolve } of open) if (!written.late.has(row.entry.id)) resolve(true);
    this.counts.recorded += open.length - written.late.size;
    if (written.heldElsewhere.size > 0) await this.settleHolds(rows, written);
    if (written.late.size === 0) return;
    const late = open.filter(({ row }) => written.late.has(row.entry.id));
    for (const { resolve } of await this.resolveRecorded(late)) resolve(false);
  }

  /** Holds that stand in the database were settled by the statement that wrote the rows. */
  private async settleHolds(rows: readonly SealedRow[], written: Written): Promise<void> {
    const resolved = rows.flatMap((row): ResolvedHold[] => {
      const { id: callId, org: organisationId, price } = row.entry;
      const counters = written.heldElsewhere.get(callId);
      if (counters === undefined) return [];
      return [
        { callId, organisationId, counters, nano: row.charge ? BigInt(price?.nano ?? 0) : 0n },
      ];
    });
    try {
      await this.settlement.settle(resolved);
    } catch {
      // They are still held, which refuses rather than overspends, until `Recovery` settles them.
      this.left.push({ sinceMs: this.clock.monotonicMs(), holds: resolved.length });
    }
  }

  /** Resolves the rows whose id the log holds, and returns the others. */
  private async resolveRecorded(open: readonly Waiting[]): Promise<readonly Waiting[]> {
    const leaves = await findLeaves(
      this.database,
      open.map(({ row }) => row.entry.id),
    );
    const isTaken = ({ row }: Waiting) => {
      const leaf = leaves.get(row.entry.id);
      return row.hasIntent && leaf !== undefined && !leaf.equals(row.leaf);
    };
    // Their intents may have been committed after their entries: no record will ever end those.
    const taken = open.filter(isTaken).map(({ row }) => row.entry.id);
    if (taken.length > 0) await releaseStrays(this.database, taken);
    return open.filter(({ row, resolve }) => {
      const leaf = leaves.get(row.entry.id);
      // Another leaf under the same id is the entry of whoever took this call for dead, or its refusal.
      if (!leaf) return true;
      const isOurs = leaf.equals(row.leaf);
      if (isOurs) this.counts.recorded++;
      resolve(isOurs);
      return false;
    });
  }

  /** One row that cannot be written must not take the others with it. */
  private async isolate(open: readonly Waiting[], error: unknown): Promise<void> {
    const [only, ...others] = open;
    if (only && others.length === 0) {
      this.counts.rejected++;
      await setAside(this.database, only.row, error).catch(() => undefined); // Rejected all the same.
      only.reject(error);
      return;
    }
    for (const one of open) await this.write([one]);
  }

  private pauseMs(fault: string, tries: number): number {
    if (fault === 'duplicate') return 0;
    const random = (this.entropy.bytes(1)[0] ?? 0) / 256;
    if (fault === 'conflict') return random * CONFLICT_MS_MAX;
    return (
      Math.min(BACK_OFF_MS * 2 ** Math.min(tries - 1, 10), BACK_OFF_MS_MAX) * (0.5 + random / 2)
    );
  }
}
