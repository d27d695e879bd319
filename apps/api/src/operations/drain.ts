import type { Server } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Settling, OpenCalls } from '#pipeline';
import { Config } from '#platform';
import { OpenRequests } from '../http/open-requests.js';

const BALANCER_LAG_MS = 5_000; // Load balancers go on sending for as long as their probes need.
const POLL_MS = 50;
const HURRY_MS = 5_000; // What a second signal leaves to open answers.
const FAREWELL_MS = 2_000; // What each open answer says at its end is written, unless nobody reads it.

/** The end of serving, once the process was asked to stop. */
@Injectable()
export class Drain {
  private readonly logger = new Logger('gateway');
  private hasBegun = false;
  private untilMs = Infinity;

  constructor(
    private readonly requests: OpenRequests,
    private readonly openCalls: OpenCalls,
    private readonly settling: Settling,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Readiness says so at once. */
  get isDraining(): boolean {
    return this.hasBegun;
  }

  /** Resolves when every accepted request is answered, or after a bound. */
  async run(server: Server): Promise<void> {
    this.hasBegun = true;
    this.endWithin(this.config.drainMs);
    // Each further answer is the last one on its connection: its client comes back to another replica.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (this.config.databaseUrl) await this.waitUntil(() => false, BALANCER_LAG_MS);
    server.close();
    server.closeIdleConnections();
    await this.waitUntil(() => this.requests.size === 0);
    if (this.requests.size > 0) {
      this.logger.warn(`${this.requests.size} open answers end with server_restarting`);
      this.openCalls.endAll();
    }
    await this.waitUntil(() => this.requests.size === 0, FAREWELL_MS);
  }

  /** Resolves when every call that was answered is recorded, or after a bound. */
  async settle(atMostMs: number): Promise<void> {
    await this.waitUntil(() => this.settling.size === 0, atMostMs);
  }

  /** For a second signal. */
  hurry(): void {
    this.endWithin(HURRY_MS);
  }

  private endWithin(ms: number): void {
    this.untilMs = Math.min(this.untilMs, this.clock.monotonicMs() + ms);
  }

  private async waitUntil(isDone: () => boolean, atMostMs = Infinity): Promise<void> {
    const endMs = this.clock.monotonicMs() + atMostMs;
    while (!isDone()) {
      const nowMs = this.clock.monotonicMs();
      if (nowMs >= endMs || (atMostMs === Infinity && nowMs >= this.untilMs)) return;
      await this.clock.sleep(POLL_MS);
    }
  }
}
