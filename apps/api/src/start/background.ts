import { Injectable } from '@nestjs/common';
import { Recorder, Recovery, Sealer } from '#audit';
import { Clock } from '#kernel';
import { ProgressBook } from '#metering';
import { Config } from '#platform';

const FLUSH_MS = 10_000; // As long as a database may be away at the very end.

/** What runs beside the calls: leases, recovery, progress, sealing. Started before the first call. */
@Injectable()
export class Background {
  constructor(
    private readonly recovery: Recovery,
    private readonly progress: ProgressBook,
    private readonly recorder: Recorder,
    private readonly sealer: Sealer,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    await this.recovery.start();
    if (this.config.runsBackgroundWork) await this.sealer.start();
    // With its own embedded server this process is alone: whatever is open was left by a dead one.
    const othersAreGone = this.config.databaseUrl === null;
    if (othersAreGone) await this.recovery.recoverNow({ othersAreGone });
    this.progress.start();
  }

  /** After the last call has ended: what is recorded is sealed before the process goes. */
  async stop(): Promise<void> {
    this.progress.stop();
    // Without a database this would wait for ever; what is lost then is recovered from the intents.
    await Promise.race([this.recorder.flush(), this.clock.sleep(FLUSH_MS)]);
    if (this.config.runsBackgroundWork) await this.sealer.stop();
    await this.recovery.stop();
  }
}
