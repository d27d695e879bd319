import cluster, { type Worker } from 'node:cluster';
import { Logger } from '@nestjs/common';
import { AggregatorRegistry } from 'prom-client';
import type { Clock } from '#kernel';
import type { Config } from '#platform';
import { isFromChild, type FromSupervisor } from './child-messages.js';

const RESTART_MS = 200;
const RESTART_MS_MAX = 10_000; // A process that dies at once each time must not heat the machine.
const STEADY_MS = 60_000; // Served for so long, a process starts again without a pause.

interface Child {
  readonly place: number;
  readonly worker: Worker;
  readonly startedMs: number;
  isServing: boolean;
}

/**
 * Several processes of the API behind one port, on one machine. Each is a replica like any other; this one
 * opens the port for them, starts what dies anew, and passes on what it is asked.
 */
export class Supervisor {
  private readonly logger = new Logger('supervisor');
  private readonly children = new Map<number, Child>();
  private readonly pauses = new Map<number, number>();
  private readonly metrics = new AggregatorRegistry();
  private hasServed = false;
  private isStopping = false;
  private exitCode = 0;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws with what to mend, where replicas cannot stand on what is configured */
  start(): void {
    const { databaseUrl, configFile, processes } = this.config;
    if (!databaseUrl || !configFile) {
      throw new Error(
        'GW_PROCESSES starts replicas that share a database and a settings file: set DATABASE_URL and GW_CONFIG_FILE, or leave it at 1.',
      );
    }
    // They accept for themselves. A connection that is handed to one which is frozen, or dies before it
    // says that it has it, hangs until its caller gives up.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.on('message', (worker, message: unknown) => this.hear(worker, message));
    cluster.on('exit', (worker, code, signal) => this.bury(worker, signal || code));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => this.stop());
    }
    process.on('disconnect', () => this.stop());
    for (let place = 0; place < processes; place++) this.fork(place);
  }

  /** To all processes. */
  passOn(signal: NodeJS.Signals): void {
    for (const { worker } of this.children.values()) worker.process.kill(signal);
  }

  /** Again, it hurries them. */
  private stop(): void {
    this.isStopping = true;
    this.passOn('SIGTERM');
    this.endIfAlone();
  }

  private fork(place: number): void {
    // One of them seals for all; the others would only wait for its lock.
    const environment = place === 0 ? {} : { GW_ROLE: 'api' };
    const worker = cluster.fork(environment);
    const startedMs = this.clock.monotonicMs();
    this.children.set(worker.id, { place, worker, startedMs, isServing: false });
  }

  private hear(worker: Worker, message: unknown): void {
    const child = this.children.get(worker.id);
    if (!child || !isFromChild(message)) return;
    if (message.kind === 'metrics') return void this.tellMetrics(worker, message.id);
    child.isServing = true;
    const all = [...this.children.values()];
    if (this.hasServed || !all.every(({ isServing }) => isServing)) return;
    this.hasServed = true;
    process.stdout.write(message.welcome);
  }

  private async tellMetrics(worker: Worker, id: number): Promise<void> {
    const text = await this.metrics.clusterMetrics().catch(() => null);
    const answer: FromSupervisor = { kind: 'metrics', id, text };
    if (worker.isConnected()) worker.send(answer);
  }

  private bury(worker: Worker, how: number | string): void {
    const child = this.children.get(worker.id);
    this.children.delete(worker.id);
    if (!child) return;
    if (this.isStopping) {
      if (child.isServing && how !== 0) this.exitCode = 1; // Others had nothing to end.
      return this.endIfAlone();
    }
    if (!this.hasServed) {
      this.exitCode = 1; // What never served has said why, and would say it again.
      return this.stop();
    }
    this.logger.error(`process ${child.place + 1} ended with ${how}; another one takes its place`);
    const wasSteady = this.clock.monotonicMs() - child.startedMs >= STEADY_MS;
    const pauseMs = wasSteady ? RESTART_MS : (this.pauses.get(child.place) ?? RESTART_MS);
    this.pauses.set(child.place, Math.min(2 * pauseMs, RESTART_MS_MAX));
    void this.clock.sleep(pauseMs).then(() => {
      if (!this.isStopping) this.fork(child.place);
    });
  }

  private endIfAlone(): void {
    if (this.children.size === 0) process.exit(this.exitCode);
  }
}
