import { Injectable } from '@nestjs/common';
import { Recorder, Recovery, Sealer } from '#audit';
import { ProgressBook } from '#metering';
import { Config } from '#platform';

/** What runs beside the calls: leases, recovery, progress, sealing. Started before the first call. */
@Injectable()
export class Background {
  constructor(
    private readonly recovery: Recovery,
    private readonly progress: ProgressBook,
    private readonly recorder: Recorder,
    private readonly sealer: Sealer,
    private readonly config: Config,
  ) {}

  async start(): Promise<void> {
    await this.recovery.start();
    // With its own embedded server this process is alone: whatever is open was left by a dead one.
    const othersAreGone = this.config.databaseUrl === null;
    if (othersAreGone) await this.recovery.recoverNow({ othersAreGone });
    this.progress.start();
    if (this.config.runsBackgroundWork) await this.sealer.start();
  }

  /** After the last call has ended: what is recorded is sealed before the process goes. */
  async stop(): Promise<void> {
    this.progress.stop();
    await this.recorder.flush();
    if (this.config.runsBackgroundWork) {
      await this.sealer.sealNow();
      await this.sealer.stop();
    }
    await this.recovery.stop();
  }
}
