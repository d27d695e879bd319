import { Logger } from '@nestjs/common';
import type { Alarm, Cancellation, Clock } from '#kernel';
import { JOBS_MAX, RESTART_MS_MAX, RESTART_MS_MIN } from '../limits.js';
import { ModelProcess } from './model-process.js';

export interface ModelProcessesOptions<Facts> {
  readonly script: URL;
  /** @param first what the first process said of the model: later ones must load the very same */
  readonly orderOf: (first: Facts | null) => unknown;
  readonly processesMax: number;
  readonly clock: Clock;
  /** After so many deaths in so short a time it starts none any more; left out: it goes on, ever more slowly. */
  readonly givesUp?: { readonly deaths: number; readonly withinMs: number };
}

/** How busy the processes with a model are. */
export interface ModelLoad {
  readonly processesMax: number;
  /** Loaded, and able to do a job. */
  readonly ready: number;
  /** Those among them that do one. */
  readonly busy: number;
  /** Jobs that no process has yet. */
  readonly waiting: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly settle: (result: Result | null) => void;
}

/**
 * Processes with the same model in each. One is always kept; further ones are started when a job waits and all
 * are busy. A job that cannot be done is told so at once or when its caller has waited enough: nobody hangs.
 */
export class ModelProcesses<Facts, Job extends object, Result> {
  private readonly logger = new Logger('local models');
  private readonly processes = new Set<ModelProcess<Facts, Job, Result>>();
  private readonly waiting = new Set<Waiting<Job, Result>>();
  private facts: Facts | null = null;
  private isOver = false;
  /** Processes that died since the last job was done. */
  private deaths = 0;
  /** Of those that matter to giving up, by the monotonic clock. */
  private diedAtMs: readonly number[] = [];
  private restart: Alarm | undefined;
  private lastReason: string | null = null;

  constructor(private readonly options: ModelProcessesOptions<Facts>) {}

  /** Does a process with the model take jobs, at once or after others? */
  get isReady(): boolean {
    return this.processes.size > 0 && [...this.processes].some(({ isStarting }) => !isStarting);
  }

  /** Why no process is started any more; null while there is hope. */
  get failure(): string | null {
    return this.isOver ? this.lastReason : null;
  }

  /**
   * Starts the first process and waits until its model was checked, loaded and tried.
   * @throws UnusableLocalModel
   */
  async start(): Promise<Facts> {
    this.facts = await this.startProcess().ready;
    return this.facts;
  }

  get load(): ModelLoad {
    const ready = [...this.processes].filter(({ isStarting }) => !isStarting);
    return {
      processesMax: this.options.processesMax,
      ready: ready.length,
      busy: ready.filter(({ isIdle }) => !isIdle).length,
      waiting: this.waiting.size,
    };
  }

  /**
   * Null where it was not done: too much waits, no process is alive, it died over it, or `ended` came first.
   * One that runs already goes on, and its result is thrown away: to end it would cost the process.
   * @param whenFree is called once, when no process works on the job any more, nor will
   */
  run(job: Job, ended: Cancellation, whenFree: () => void = NOTHING): Promise<Result | null> {
    const isFull = this.waiting.size >= JOBS_MAX;
    if (ended.isCancelled || isFull || this.processes.size === 0) {
      whenFree();
      return NOT_DONE;
    }
    return new Promise((resolve) => {
      const waiting: Waiting<Job, Result> = {
        job,
        settle: (result) => {
          stopListening();
          if (result !== null) this.deaths = 0;
          whenFree();
          resolve(result);
        },
      };
      const stopListening = ended.onCancel(() => {
        if (this.waiting.delete(waiting)) whenFree();
        resolve(null);
      });
      this.waiting.add(waiting);
      this.assign();
    });
  }

  async stop(): Promise<void> {
    this.isOver = true;
    this.restart?.cancel();
    this.giveUpWaiting();
    const all = [...this.processes];
    this.processes.clear();
    await Promise.all(all.map((one) => one.stop()));
  }

  private assign(): void {
    for (const waiting of this.waiting) {
      const idle = [...this.processes].find(({ isIdle }) => isIdle);
      if (!idle) return this.growIfUseful();
      this.waiting.delete(waiting);
      idle.run(waiting.job, waiting.settle);
    }
  }

  /** One at a time: loading is work, too. After a death the next start waits its turn. */
  private growIfUseful(): void {
    const isStarting = [...this.processes].some((one) => one.isStarting);
    const hasRoom = this.processes.size < this.options.processesMax;
    if (hasRoom && !isStarting && !this.restart) this.startProcess();
  }

  private startProcess(): ModelProcess<Facts, Job, Result> {
    const { script, orderOf, clock } = this.options;
    const started: ModelProcess<Facts, Job, Result> = new ModelProcess({
      script,
      order: orderOf(this.facts),
      clock,
      onIdle: () => this.assign(),
      onLost: (reason) => this.lose(started, reason),
    });
    this.processes.add(started);
    return started;
  }

  private lose(lost: ModelProcess<Facts, Job, Result>, reason: string): void {
    this.processes.delete(lost);
    // What never started is an error of the start, which tells it.
    if (this.isOver || this.facts === null) return;
    if (this.isHopeless()) return this.giveUp(reason);
    const waitMs = Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** this.deaths++);
    this.logger.warn(`a process with a model is started anew in ${waitMs / 1_000} s: ${reason}`);
    this.restart?.cancel();
    this.restart = this.options.clock.after(waitMs, () => {
      this.restart = undefined;
      this.startProcess();
    });
    if (this.processes.size === 0) this.giveUpWaiting();
  }

  private isHopeless(): boolean {
    const { givesUp, clock } = this.options;
    if (!givesUp) return false;
    const nowMs = clock.monotonicMs();
    const recent = this.diedAtMs.filter((diedMs) => nowMs - diedMs < givesUp.withinMs);
    this.diedAtMs = [...recent, nowMs];
    return this.diedAtMs.length >= givesUp.deaths;
  }

  private giveUp(reason: string): void {
    this.logger.error(
      `no process with a model is started any more until the gateway is: ${reason}`,
    );
    this.lastReason = reason;
    void this.stop();
  }

  private giveUpWaiting(): void {
    for (const { settle } of this.waiting) settle(null);
    this.waiting.clear();
  }
}

const NOT_DONE = Promise.resolve(null);
const NOTHING = (): void => undefined;
