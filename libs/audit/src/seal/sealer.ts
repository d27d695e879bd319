import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database } from '#platform';
import { RecordedSignal } from '../record/recorded-signal.js';
import { Anchors, RollbackFound, type Rollback } from './anchors.js';
import { ensureMonths } from './months.js';
import { SealPass } from './seal-pass.js';

const PASS_MS = 150; // Between two passes: leaves come in bulk, and a seal is never older than this.
const POLL_MS = 1_000; // For rows that another replica recorded.
const MONTHS_MS = 24 * 3_600_000;
const STOP_MS = 5_000; // A longer backlog stays pending: the next start seals it, or another replica.
const ADOPT_MS = 60_000; // Heads that a crashed sealer left unsigned get their checkpoint by then.

/** `audit_rollback_detected`: sealing stands still, and no call is let in. */
export type SealerState = 'stopped' | 'sealing' | 'audit_rollback_detected';

/** Runs the passes. Any number of replicas may: the database lets one of them through at a time. */
@Injectable()
export class Sealer {
  private isRunning = false;
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timers: (() => void)[] = [];
  private readonly counts = { sealed: 0, passes: 0, failures: 0 };
  private failure: unknown;
  private setAside = 0;

  constructor(
    private readonly database: Database,
    private readonly pass: SealPass,
    private readonly anchors: Anchors,
    private readonly signal: RecordedSignal,
    private readonly clock: Clock,
  ) {}

  get state(): SealerState {
    if (!this.isRunning) return 'stopped';
    return this.anchors.rollback ? 'audit_rollback_detected' : 'sealing';
  }

  get rollback(): Rollback | undefined {
    return this.anchors.rollback;
  }

  /** Since the start: rows sealed, passes that took rows, passes or chores that failed. */
  get counters(): Readonly<{ sealed: number; passes: number; failures: number }> {
    return this.counts;
  }

  /** Rows that wait for an operator, as of the last minute. */
  get rowsSetAside(): number {
    return this.setAside;
  }

  get lastFailure(): unknown {
    return this.failure;
  }

  /** Rejects when the database is away. Must be done before the first call is admitted. */
  async start(): Promise<void> {
    await ensureMonths(this.database, this.clock.nowMs());
    await this.pass.adoptUnsigned();
    await this.countSetAside();
    this.isRunning = true;
    this.stopping = new AbortController();
    this.timers = [
      this.every(ADOPT_MS, () => this.pass.adoptUnsigned()),
      this.every(ADOPT_MS, () => this.countSetAside()),
      this.every(MONTHS_MS, () => ensureMonths(this.database, this.clock.nowMs())),
    ];
    this.running = this.loop();
  }

  /**
   * Seals and signs what is recorded by now. For the end of a drain, and for tests.
   *
   * @param atMostMs no further pass begins after that
   */
  async sealNow(atMostMs = Infinity): Promise<void> {
    if (this.anchors.rollback) return;
    const endMs = this.clock.monotonicMs() + atMostMs;
    for (;;) {
      const result = await this.pass.run({ isFinal: true });
      this.count(result?.sealed ?? 0);
      if (!result?.isFull || this.clock.monotonicMs() >= endMs) return;
    }
  }

  /** Ends the loop, and seals what is left, as far as there is time. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    for (const cancel of this.timers.splice(0)) cancel();
    this.stopping.abort();
    this.signal.raise();
    await this.running;
    try {
      await this.sealNow(STOP_MS);
    } finally {
      this.isRunning = false;
    }
  }

  private async loop(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (this.anchors.rollback) {
        await this.clock.sleep(POLL_MS, signal);
        continue;
      }
      const result = await this.tryPass();
      if (result?.isFull) continue;
      await this.clock.sleep(PASS_MS, signal);
      // A head that was too young to be signed is looked at again without waiting for new rows.
      if (!result?.sealed && !this.pass.hasUnsigned) await this.signal.wait(POLL_MS - PASS_MS);
    }
  }

  /** A pass that failed was rolled back as a whole; the next one finds the same rows. */
  private async tryPass() {
    try {
      const result = await this.pass.run({ isFinal: false });
      this.count(result?.sealed ?? 0);
      return result;
    } catch (error) {
      if (error instanceof RollbackFound) return undefined;
      this.fail(error);
      await this.clock.sleep(POLL_MS, this.stopping.signal);
      return undefined;
    }
  }

  private async countSetAside(): Promise<void> {
    this.setAside = await this.pass.countSetAside();
  }

  private every(ms: number, chore: () => Promise<void>): () => void {
    return this.clock.every(ms, () => void chore().catch((error: unknown) => this.fail(error)));
  }

  private count(sealed: number): void {
    this.counts.sealed += sealed;
    if (sealed > 0) this.counts.passes++;
  }

  private fail(error: unknown): void {
    this.counts.failures++;
    this.failure = error;
  }
}
