import type { Server } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { InFlight, OpenCalls } from '#pipeline';
import { Config } from '#platform';
import { DrainState } from '../operations/drain-state.js';
import { Background } from './background.js';
import { FirstRunner, type FirstRun } from './first-run.js';
import { SandboxProcess } from './sandbox-process.js';
import { SettingsBoot } from './settings-boot.js';

const BALANCER_LAG_MS = 5_000; // Load balancers go on sending for as long as their probes need.
const POLL_MS = 50;
const HURRY_MS = 5_000; // What a second signal leaves to open answers.

/** Start and end of the gateway's life, in order. */
@Injectable()
export class Gateway {
  private readonly logger = new Logger('gateway');
  private setupToken = '';
  private apiKey: string | null = null;
  private drainUntilMs = Infinity;

  constructor(
    private readonly firstRunner: FirstRunner,
    private readonly settings: SettingsBoot,
    private readonly background: Background,
    private readonly sandbox: SandboxProcess,
    private readonly drain: DrainState,
    private readonly openCalls: OpenCalls,
    private readonly inFlight: InFlight,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Everything that must stand before the first call is let in. @throws with what to mend */
  async prepare(): Promise<void> {
    this.setupToken = (await this.firstRunner.openInstance()).setupToken;
    if (!this.config.configFile) this.apiKey = await this.firstRunner.ensureSettings();
    await this.settings.start();
    await this.background.start();
  }

  /** @param address where the server listens, `http://host:port` */
  async announce(address: string): Promise<FirstRun> {
    return this.firstRunner.note(this.config.publicUrl ?? address, this.apiKey, this.setupToken);
  }

  /** What `prepare` began, when the start came to nothing. */
  async abandon(): Promise<void> {
    this.settings.stop();
    this.sandbox.stop();
    await this.background.stop().catch(() => undefined);
  }

  /** Called again, it hurries. */
  hurry(): void {
    this.drainUntilMs = Math.min(this.drainUntilMs, this.clock.monotonicMs() + HURRY_MS);
  }

  /**
   * Readiness falls at once; calls go on until they end or the grace is over, when each open answer
   * gets the event `server_restarting`. Then everything recorded is settled and sealed.
   */
  async stop(server: Server): Promise<void> {
    this.drain.isDraining = true;
    this.drainUntilMs = Math.min(this.drainUntilMs, this.clock.monotonicMs() + this.config.drainMs);
    if (this.config.databaseUrl) await this.waitUntil(() => false, BALANCER_LAG_MS);
    server.close();
    server.closeIdleConnections();
    await this.waitUntil(() => this.openCalls.size === 0);
    if (this.openCalls.size > 0) {
      this.logger.warn(`${this.openCalls.size} open answers end with server_restarting`);
      this.openCalls.endAll();
    }
    await this.waitUntil(() => this.openCalls.size === 0, HURRY_MS);
    await this.inFlight.drained();
    this.settings.stop();
    await this.background.stop();
    this.sandbox.stop();
    server.closeAllConnections();
  }

  private async waitUntil(isDone: () => boolean, atMostMs = Infinity): Promise<void> {
    const endMs = this.clock.monotonicMs() + atMostMs;
    while (!isDone()) {
      const nowMs = this.clock.monotonicMs();
      if (nowMs >= endMs || (atMostMs === Infinity && nowMs >= this.drainUntilMs)) return;
      await this.clock.sleep(POLL_MS);
    }
  }
}
