import { Injectable } from '@nestjs/common';
import { Settlement } from '#call';
import { Clock } from '#kernel';
import { Database, ReplicaId, uuidArray, VERSION } from '#platform';
import { interruptedEntry } from '../entry/context.js';
import { OwnCalls } from '../record/own-calls.js';
import { Recorder } from '../record/recorder.js';
import { rowOf } from '../record/sealed-row.js';
import { SentCalls } from '../record/sent-calls.js';
import { findLeaves, releaseStrays } from '../record/write-rows.js';
import { FIND_BY_ID, FIND_INTENTS, FIND_OWN, type IntentRow, intentOf } from './find-intents.js';
import { LeaseWatch } from './lease-watch.js';
import { LeftHolds } from './left-holds.js';
import { FORGET_DEAD, REFRESH_LEASE, RELEASE_LEASE, TAKE_LEASE } from './statements.js';

const REFRESH_MS = 5_000;
const GAP_MS = 10_000; // One refresh missed: the database, or this process, stood still.
const DEAD_AFTER_MS = 30_000; // Six refreshes missed.
const LOOK_MS = 1_000; // A refresh is noticed within that: so much longer the dead may be left alone.
const SCAN_MS = 5_000;
const LEFT_MS = 30_000;
const INTENTS_MAX = 500; // Of one step: as many as one batch of the recorder holds.

const COUNTED_IN = { postgres: 'PostgreSQL', redis: 'Redis' };
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Records the calls of replicas that died, so that no call vanishes and no hold stays for ever. */
@Injectable()
export class Recovery {
  private timers: (() => void)[] = [];
  /** Since when our own lease was refreshed without a gap. */
  private healthySinceMs = Number.POSITIVE_INFINITY;
  private refreshedMs = Number.NEGATIVE_INFINITY;
  private settledLeftMs = Number.NEGATIVE_INFINITY;
  private isScanning = false;
  private readonly leases: LeaseWatch;
  private readonly leftHolds: LeftHolds;
  /** The refresh under way: ended after a release, it would take the lease again. */
  private refreshing: Promise<void> | null = null;
  private readonly counts = { interrupted: 0, strays: 0, failures: 0 };

  constructor(
    private readonly database: Database,
    private readonly recorder: Recorder,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
    private readonly replica: ReplicaId,
    private readonly own: OwnCalls,
    private readonly sent: SentCalls,
  ) {
    this.leases = new LeaseWatch(clock);
    this.leftHolds = new LeftHolds(database, settlement, clock);
  }

  get counters(): Readonly<{ interrupted: number; strays: number; failures: number }> {
    return this.counts;
  }

  /**
   * Takes this replica's lease, which must stand before its first intent.
   *
   * @param othersAreGone this process is alone, whatever leases say @throws when others count elsewhere
   */
  async start({ othersAreGone = false }: { readonly othersAreGone?: boolean } = {}): Promise<void> {
    this.sent.start();
    await this.takeLease(othersAreGone ? 0 : DEAD_AFTER_MS);
    await this.refresh();
    this.timers = [
      this.clock.every(REFRESH_MS, () => {
        this.refreshing ??= this.tryRefresh();
      }),
      this.clock.every(LOOK_MS, () => void this.tryLook()),
      this.clock.every(SCAN_MS, () => void this.tryScan()),
    ];
  }

  /** Gives the lease back: what this replica has left open may be taken over at once. */
  async stop(): Promise<void> {
    for (const cancel of this.timers.splice(0)) cancel();
    await this.refreshing;
    await this.database.query(RELEASE_LEASE, [this.replica.value]);
    // What is left open is a dead replica's from here on, and the file says what of it was sent.
    if (this.own.isEmpty) this.sent.stop();
  }

  /**
   * Ends the open calls of every replica that is silent. With `othersAreGone` it asks no lease: for
   * a process that is alone on its database, at its start. Returns how many calls it recorded.
   */
  async recoverNow({ othersAreGone }: { readonly othersAreGone: boolean }): Promise<number> {
    const silentMs = othersAreGone ? 0 : DEAD_AFTER_MS;
    const silent = othersAreGone ? null : await this.leases.look(this.database, silentMs);
    let recovered = 0;
    let after = NO_ID;
    for (;;) {
      const intents = await this.database.query<IntentRow>(FIND_INTENTS, [
        this.replica.value,
        silent,
        after,
        INTENTS_MAX,
      ]);
      recovered += await this.interrupt(intents);
      if (intents.length < INTENTS_MAX) break;
      after = intents.at(-1)?.id ?? NO_ID;
    }
    await this.settleLeft(silentMs);
    const forgotten = await this.database.query<{ id: string }>(FORGET_DEAD, [
      silent,
      this.replica.value,
    ]);
    for (const { id } of forgotten) this.sent.remove(id);
    return recovered;
  }

  /**
   * Ends this replica's own intents that belong to no open call. What the network delivered late stands
   * for a call that was refused, so its hold goes back; only a call whose outcome the database would not
   * take is charged. Returns how many it found.
   */
  async endStrays(): Promise<number> {
    let found = 0;
    for (let after = NO_ID; ;) {
      const ids = (
        await this.database.query<{ id: string }>(FIND_OWN, [
          this.replica.value,
          after,
          INTENTS_MAX,
        ])
      ).map(({ id }) => id);
      const strays = ids.filter((id) => !this.own.isOpen(id));
      found += strays.length;
      const sent = strays.filter((id) => this.own.takeUnrecorded(id));
      const refused = strays.filter((id) => !sent.includes(id));
      if (refused.length > 0) await releaseStrays(this.database, refused);
      if (sent.length > 0)
        await this.interrupt(await this.database.query(FIND_BY_ID, [uuidArray(sent)]));
      if (ids.length < INTENTS_MAX) break;
      after = ids.at(-1) ?? NO_ID;
    }
    this.counts.strays += found;
    return found;
  }

  /** Rarer than the scan: it asks for every hold outside of the database. */
  private async settleLeft(silentMs: number): Promise<void> {
    const startedMs = this.clock.monotonicMs();
    if (silentMs > 0 && startedMs - this.settledLeftMs < LEFT_MS) return;
    this.settledLeftMs = startedMs;
    this.recorder.forgetLeft(await this.leftHolds.settle(silentMs));
  }

  private async interrupt(intents: readonly IntentRow[]): Promise<number> {
    if (intents.length === 0) return 0;
    // A call that is on record was refused, and its intent came after that.
    const ids = intents.map(({ id }) => id);
    const recorded = await findLeaves(this.database, ids);
    if (recorded.size > 0) await releaseStrays(this.database, [...recorded.keys()]);
    const endedAtMs = this.clock.nowMs();
    const replicas = new Set(intents.map(({ replicaId }) => replicaId));
    const sentBy = new Map(Array.from(replicas, (replica) => [replica, this.sent.sentBy(replica)]));
    const results = await Promise.allSettled(
      intents
        .filter(({ id }) => !recorded.has(id))
        .map((intent) => {
          const wasSent = sentBy.get(intent.replicaId)?.has(intent.id) ?? true;
          const { entry, charge } = interruptedEntry(intentOf(intent), { endedAtMs, wasSent });
          return this.recorder.record(rowOf(entry, { hasIntent: true, salt: null, charge }));
        }),
    );
    // False: the replica was not dead, or another one was faster.
    const won = results.filter((result) => result.status === 'fulfilled' && result.value).length;
    this.counts.interrupted += won;
    this.counts.failures += results.filter((result) => result.status === 'rejected').length;
    return won;
  }

  private async takeLease(deadAfterMs: number): Promise<void> {
    const { keptIn } = this.settlement;
    const [row] = await this.database.query<{ elsewhere: keyof typeof COUNTED_IN | null }>(
      TAKE_LEASE,
      [this.replica.value, keptIn, deadAfterMs],
    );
    if (!row?.elsewhere) return;
    throw new Error(
      `Other replicas count in ${COUNTED_IN[row.elsewhere]}, and this one would in ${COUNTED_IN[keptIn]}: together they would let limits be passed. Give all of them, and the worker, the same REDIS_URL, or none. To change it, stop all of them first, and wait ${DEAD_AFTER_MS / 1_000} seconds for those that were killed.`,
    );
  }

  private async refresh(): Promise<void> {
    await this.database.query(REFRESH_LEASE, [this.replica.value, VERSION]);
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.refreshedMs > GAP_MS) this.healthySinceMs = nowMs;
    this.refreshedMs = nowMs;
  }

  private async tryRefresh(): Promise<void> {
    try {
      await this.refresh();
    } catch {
      this.counts.failures++; // The lease grows old, and with it the right to judge others.
    } finally {
      this.refreshing = null;
    }
  }

  /**
   * After an outage of the database every lease is old. So a replica judges the others only when its
   * own lease has stood, without a gap, for as long as it demands of them.
   */
  private get mayJudge(): boolean {
    const nowMs = this.clock.monotonicMs();
    return nowMs - this.refreshedMs <= GAP_MS && nowMs - this.healthySinceMs >= DEAD_AFTER_MS;
  }

  private async tryLook(): Promise<void> {
    try {
      await this.leases.look(this.database, DEAD_AFTER_MS);
    } catch {
      // Every look is as good as another.
    }
  }

  private async tryScan(): Promise<void> {
    if (this.isScanning) return;
    this.isScanning = true;
    try {
      await this.endStrays();
      if (this.mayJudge) await this.recoverNow({ othersAreGone: false });
    } catch {
      this.counts.failures++; // The next scan finds the same intents.
    } finally {
      this.isScanning = false;
    }
  }
}
