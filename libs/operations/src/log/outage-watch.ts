import { Injectable, Logger } from '@nestjs/common';
import { Sealer } from '#audit';
import { Clock } from '#kernel';
import { DatabaseDirectory } from '#workloads';

const LOOK_MS = 1_000;
const AWAY_MS = 3_000; // The settings are looked at each second; three in a row were not read.
const CALM_LOOKS = 5; // The sealer tries again within that; no failure meanwhile means that it goes on.

/** Says once that the database went away or that sealing stopped, and once that it goes on. */
@Injectable()
export class OutageWatch {
  private readonly logger = new Logger('operations');
  private stopWatching: () => void = () => undefined;
  private isAway = false;
  private isSealing = true;
  private failures = 0;
  private calmLooks = 0;

  constructor(
    private readonly directory: DatabaseDirectory,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.failures = this.sealer.counters.failures;
    this.stopWatching = this.clock.every(LOOK_MS, () => this.look());
  }

  stop(): void {
    this.stopWatching();
  }

  private look(): void {
    this.lookAtDatabase();
    this.lookAtSealer();
  }

  private lookAtDatabase(): void {
    const isAway = this.directory.stalenessMs() > AWAY_MS;
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    if (isAway) this.logger.error('the database is away; new calls are refused until it is back');
    else this.logger.log('the database is back');
  }

  private lookAtSealer(): void {
    const { counters, state, lastFailure } = this.sealer;
    const hasFailed = counters.failures > this.failures || state === 'audit_rollback_detected';
    this.failures = counters.failures;
    this.calmLooks = hasFailed ? 0 : this.calmLooks + 1;
    if (hasFailed && this.isSealing) {
      this.isSealing = false;
      this.logger.error(
        `sealing has stopped (${state}); calls go on, their rows wait`,
        lastFailure,
      );
    } else if (!this.isSealing && this.calmLooks >= CALM_LOOKS) {
      this.isSealing = true;
      this.logger.log('sealing goes on');
    }
  }
}
