import { Injectable, Logger } from '@nestjs/common';
import { Anchors, LogWatch, Recorder, Recovery, SealInterceptor, Sealer } from '#audit';
import { ContentQueue, ContentSweep, ResponseCache } from '#content';
import { UsageRollUp } from '#insight';
import { JobRunner } from '#documents';
import { Clock } from '#kernel';
import { AlertWatch, CreditExpiry, ProgressBook, RateWindowKeeper, RedisCounting } from '#metering';
import { Config, Nudges } from '#platform';
import { SharedBreakers } from '#providers';
import { KeyUses } from '#workloads';
import { AlertDelivery } from '../alerts/alert-delivery.js';
import { BackgroundCalls } from '../background-calls/background-calls.js';
import { InstanceWatch } from '../metrics/instance-watch.js';
import { OutageWatch } from '../log/outage-watch.js';
import { LiveSettings } from '../settings/live-settings.js';
import { SettingsBoot } from '../settings/settings-boot.js';
import { Telemetry } from '../telemetry/telemetry.js';
import { Housekeeping } from './housekeeping.js';
import { RunningTasks } from './running-tasks.js';
import type { Task } from './task.js';

const FLUSH_MS = 6_000; // As long as a database may be away at the very end.
const STOP_MS = 10_000; // What answers, and slowly, must not hold up the end of the process.

/** The API serves calls, and seals unless a worker does. The worker serves none. */
export type Process = 'api' | 'worker';

/** What runs beside the calls: started before the first one, stopped after the last. */
@Injectable()
export class Background {
  private readonly logger = new Logger('background');
  private readonly running = new RunningTasks();
  private flushMs = FLUSH_MS;

  constructor(
    private readonly settingsFile: SettingsBoot,
    private readonly settings: LiveSettings,
    private readonly nudges: Nudges,
    private readonly breakers: SharedBreakers,
    private readonly recovery: Recovery,
    private readonly anchors: Anchors,
    private readonly sealer: Sealer,
    private readonly seal: SealInterceptor,
    private readonly recorder: Recorder,
    private readonly progress: ProgressBook,
    private readonly outages: OutageWatch,
    private readonly rateWindows: RateWindowKeeper,
    private readonly keyUses: KeyUses,
    private readonly redis: RedisCounting,
    private readonly alerts: AlertWatch,
    private readonly creditExpiry: CreditExpiry,
    private readonly delivery: AlertDelivery,
    private readonly answers: BackgroundCalls,
    private readonly documents: JobRunner,
    private readonly usage: UsageRollUp,
    private readonly housekeeping: Housekeeping,
    private readonly content: ContentQueue,
    private readonly contentSweep: ContentSweep,
    private readonly cache: ResponseCache,
    private readonly telemetry: Telemetry,
    private readonly watch: InstanceWatch,
    private readonly logs: LogWatch,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws with what to mend; what had started is stopped by then */
  start(process: Process): Promise<void> {
    return this.running.start(this.tasksOf(process));
  }

  /**
   * What is recorded by now is sealed, by whoever seals, before the process goes. Never rejects, and is
   * bounded: what is left then stays as it is, for the next start or another replica.
   *
   * @param flushMs how much of that may go into what waits for the database
   */
  async stop(flushMs = FLUSH_MS): Promise<void> {
    this.flushMs = Math.max(0, flushMs);
    const over = new AbortController();
    const outOfTime = this.clock.sleep(STOP_MS, over.signal).then(() => {
      const left = this.running.stopping;
      if (over.signal.aborted || left === undefined) return;
      this.logger.error(`${left}: not ended within ${STOP_MS / 1_000} s, nor what stops after it`);
    });
    await Promise.race([this.running.stop(), outOfTime]);
    over.abort();
  }

  /** In order: what a task needs stands before it, and outlives it. */
  private tasksOf(process: Process): readonly Task[] {
    const { settingsFile, settings, recovery, anchors, sealer, recorder, progress, config } = this;
    const servesCalls = process === 'api';
    const seals = process === 'worker' || config.runsBackgroundWork;
    // With its own embedded server this process is alone: what is open was left by a dead one.
    const othersAreGone = config.databaseUrl === null;
    const tasks: readonly (Task | false)[] = [
      servesCalls && {
        name: 'telemetry',
        start: () => this.telemetry.start(),
        stop: () => this.telemetry.stop(),
      },
      servesCalls && {
        name: 'settings file',
        start: () => settingsFile.start(),
        stop: () => settingsFile.stop(),
      },
      { name: 'settings', start: () => settings.start(), stop: () => settings.stop() },
      { name: 'nudges', start: () => this.nudges.start(), stop: () => this.nudges.stop() },
      {
        name: 'recovery',
        start: () => recovery.start({ othersAreGone }),
        stop: () => recovery.stop(),
      },
      { name: 'anchors', start: () => anchors.start({ seals }), stop: () => anchors.stop() },
      seals && { name: 'sealing', start: () => sealer.start(), stop: () => sealer.stop() },
      { name: 'recorder', stop: () => this.flush(recorder) },
      othersAreGone && {
        name: 'calls of the last process',
        start: () => recovery.recoverNow({ othersAreGone }),
      },
      { name: 'readings', start: () => this.watch.start(), stop: () => this.watch.stop() },
      seals && {
        name: 'the log is verified',
        start: () => this.logs.start(),
        stop: () => this.logs.stop(),
      },
      servesCalls && {
        name: 'breakers of other replicas',
        start: () => this.breakers.start(),
        stop: () => this.breakers.stop(),
      },
      servesCalls && {
        name: 'rate windows',
        start: () => this.rateWindows.start(),
        stop: () => this.rateWindows.stop(),
      },
      servesCalls && {
        name: 'uses of keys',
        start: () => this.keyUses.start(),
        stop: () => this.keyUses.stop(),
      },
      seals && {
        name: 'counters in Redis',
        start: () => this.redis.parts?.watch.start(),
        stop: () => this.redis.parts?.watch.stop(),
      },
      servesCalls && {
        name: 'progress',
        start: () => progress.start(),
        stop: () => progress.stop(),
      },
      {
        name: 'alerts',
        start: () => this.alerts.start(seals),
        stop: () => this.alerts.stop(),
      },
      seals && {
        name: 'ends of credit',
        start: () => this.creditExpiry.start(),
        stop: () => this.creditExpiry.stop(),
      },
      seals && {
        name: 'sums of usage',
        start: () => this.usage.start(),
        stop: () => this.usage.stop(),
      },
      seals && {
        name: 'what is over',
        start: () => this.housekeeping.start(),
        stop: () => this.housekeeping.stop(),
      },
      seals && {
        name: 'content that is kept no longer',
        start: () => this.contentSweep.start(),
        stop: () => this.contentSweep.stop(),
      },
      servesCalls && { name: 'content', stop: () => this.content.stop() },
      servesCalls && { name: 'answers for equal requests', stop: () => this.cache.drained() },
      seals && {
        name: 'deliveries',
        start: () => this.delivery.start(),
        stop: () => this.delivery.stop(),
      },
      // Both: the keys of providers may be known to the API alone.
      {
        name: 'answers in the background',
        start: () => this.answers.start(),
        stop: () => this.answers.stop(),
      },
      seals && {
        name: 'documents of jobs',
        start: () => this.documents.start(),
        stop: () => this.documents.stop(),
      },
      { name: 'outages', start: () => this.outages.start(), stop: () => this.outages.stop() },
    ];
    return tasks.filter((task) => task !== false);
  }

  /** Without a database this would wait for ever; what is lost then is recovered from the intents. */
  private async flush(recorder: Recorder): Promise<void> {
    this.seal.flush();
    const over = new AbortController();
    await Promise.race([recorder.flush(), this.clock.sleep(this.flushMs, over.signal)]);
    over.abort();
  }
}
