import { Logger } from '@nestjs/common';
import type { Clock, Nano } from '#kernel';
import { compareWithLedger } from './compare-with-ledger.js';
import type { CounterRebuild } from './counter-rebuild.js';

const LOOK_MS = 30_000;
const STILL_LOOKS = 3; // Of a counter that nothing moves: what is wrong there stays wrong.
// Of one that is in use: what was recorded a moment ago is settled by the next look, and others are not.
const MOVING_LOOKS = 10;

interface Drift {
  readonly nano: bigint;
  readonly used: bigint;
  readonly stillLooks: number;
  readonly looks: number;
}

/**
 * Compares what Redis says was spent with the ledger's sums, every half minute. What differs for long is
 * made anew from the database, so a counter that is wrong for whatever reason is so for minutes.
 */
export class DriftWatch {
  private readonly logger = new Logger('metering');
  private drifts = new Map<string, Drift>();
  private stopLooking: () => void = () => undefined;
  private isLooking = false;
  private readonly counts = { recounts: 0 };

  constructor(
    private readonly rebuild: CounterRebuild,
    private readonly clock: Clock,
  ) {}

  /** The largest difference that the last look found, whichever sign it has. */
  get driftNano(): Nano {
    let most = 0n;
    for (const { nano } of this.drifts.values()) {
      const size = nano < 0n ? -nano : nano;
      if (size > most) most = size;
    }
    return most;
  }

  get counters(): Readonly<{ recounts: number; rebuilds: number }> {
    return { ...this.counts, ...this.rebuild.counters };
  }

  start(): void {
    this.stopLooking = this.clock.every(LOOK_MS, () => void this.tryLook());
  }

  stop(): void {
    this.stopLooking();
  }

  /** @returns the organisations whose counters were made anew */
  async look(): Promise<readonly string[]> {
    const drifts = new Map<string, Drift>();
    const wrong: string[] = [];
    for (const organisationId of await this.rebuild.organisations()) {
      const found = await this.driftsOf(organisationId);
      for (const [key, drift] of found) drifts.set(key, drift);
      const lasts = ({ stillLooks, looks }: Drift) =>
        stillLooks >= STILL_LOOKS || looks >= MOVING_LOOKS;
      if (Array.from(found.values()).some(lasts)) wrong.push(organisationId);
    }
    this.drifts = drifts;
    for (const organisationId of wrong) {
      this.logger.warn(
        `counters of organisation ${organisationId} differ from the ledger: made anew`,
      );
      await this.rebuild.recount(organisationId);
      this.counts.recounts++;
    }
    return wrong;
  }

  private async driftsOf(organisationId: string): Promise<ReadonlyMap<string, Drift>> {
    const state = await this.rebuild.read(organisationId);
    if (!state.isGood) return new Map(); // The next call makes them anew.
    const { byCounter } = await compareWithLedger(this.rebuild, state);
    const drifts = new Map<string, Drift>();
    for (const [key, { spentNano, ledgerNano }] of byCounter) {
      const nano = spentNano - ledgerNano;
      const used = state.counters.get(key)?.used ?? 0n;
      if (nano === 0n) continue;
      const before = this.drifts.get(key);
      const hasSameSign = before !== undefined && before.nano < 0n === nano < 0n;
      const isStill = before?.nano === nano && before.used === used;
      drifts.set(key, {
        nano,
        used,
        stillLooks: isStill ? before.stillLooks + 1 : 1,
        looks: hasSameSign ? before.looks + 1 : 1,
      });
    }
    return drifts;
  }

  private async tryLook(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.look();
    } catch {
      // Redis or the database is away; nothing is let in meanwhile, and the next look comes.
    } finally {
      this.isLooking = false;
    }
  }
}
