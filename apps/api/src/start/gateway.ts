import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel';
import type { FirstRun } from '#contract';
import { Background } from '#operations';
import { Config } from '#platform';
import { Cell } from '#documents';
import { KnowledgeRunner } from '#knowledge';
import { TypedModels } from '#typed';
import { removeLeftUploads } from '../http/spool-folder.js';
import { Drain } from '../operations/drain.js';
import { FirstRunner } from './first-run.js';
import { SandboxProcess } from './sandbox-process.js';

// For calls and refusals together. What a database that is away does not take by then, the intents tell
// the next start.
const RECORD_MS = 6_000;

/** Start and end of the gateway's life, in order. */
@Injectable()
export class Gateway {
  private apiKey: string | null = null;

  constructor(
    private readonly firstRunner: FirstRunner,
    private readonly background: Background,
    private readonly sandbox: SandboxProcess,
    private readonly typedModels: TypedModels,
    private readonly cell: Cell,
    private readonly knowledge: KnowledgeRunner,
    private readonly draining: Drain,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Everything that must stand before the first call is let in. @throws with what to mend */
  async prepare(): Promise<void> {
    await removeLeftUploads();
    await this.firstRunner.openInstance();
    if (!this.config.configFile) this.apiKey = await this.firstRunner.ensureSettings();
    await this.background.start('api');
    this.knowledge.start();
    void this.typedModels.start(); // Nobody waits for them: until they are ready they are not listed.
  }

  /** @param address where the server listens, `http://host:port` */
  async announce(address: string): Promise<FirstRun> {
    void this.cell.whenKnown(); // The first document finds a child that has loaded its libraries.
    return this.firstRunner.note(this.config.publicUrl ?? address, this.apiKey);
  }

  /** What `prepare` began, when the start came to nothing. */
  async abandon(): Promise<void> {
    await this.knowledge.stop();
    await this.background.stop();
    this.sandbox.stop();
  }

  /**
   * Readiness falls at once; calls go on until they end or the grace is over, when each open answer
   * gets the event `server_restarting`.
   */
  async drain(server: Server): Promise<void> {
    await Promise.all([this.knowledge.stop(), this.draining.run(server)]);
  }

  /** After the drain: everything is recorded, settled and sealed, as far as the database takes it in time. */
  async stop(server: Server): Promise<void> {
    const endMs = this.clock.monotonicMs() + RECORD_MS;
    await this.draining.settle(RECORD_MS);
    await this.background.stop(endMs - this.clock.monotonicMs());
    this.sandbox.stop();
    server.closeAllConnections();
  }

  /** For a second signal. */
  hurry(): void {
    this.draining.hurry();
  }
}
