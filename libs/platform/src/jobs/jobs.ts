import { Logger } from '@nestjs/common';
import { type Clock, SystemClock } from '#kernel';
import type { BackendQueue, BackendWorker, JobBackend, JobInHand } from './job-backend.js';

const ADD_MS_MAX = 250; // Callers may be waiting; what is not added is found by its record later.
const ATTEMPTS_MAX = 8;
const BACK_OFF_MS = 1_000; // Doubled each time: two minutes, all attempts together.
const FAILED_SECONDS = 7 * 24 * 3_600; // For people to look at, and no longer than a week,
const FAILED_MAX = 1_000; // nor so many that they fill the store.
const LOCK_MS = 20_000; // A dead worker's job is another's within this and one look more.
const LOOK_MS = 10_000;
/** Workers may die any number of times, in a bad week; what a job itself does wrong fails by attempts. */
const DEATHS_MAX = 1_000;
const OPEN_AGAIN_MS = 1_000;
/** Of a stop: a server that is frozen ends no run, and what is under way is begun again elsewhere. */
const STOP_MS_MAX = 2_000;
const SAY_MS = 30_000; // A server that is away is said once in so long.

/** BullMQ goes by it. */
const system = new SystemClock();

export interface JobTimes {
  readonly lockMs: number;
  readonly lookMs: number;
  readonly backOffMs: number;
}

/** What a job is to do is known by its queue; the data say what it is about. */
export interface Job {
  /** While one of this id waits or runs, another one of it is not added. */
  readonly id: string;
  /** JSON. */
  readonly data: unknown;
  readonly delayMs?: number;
}

/** Done, or to be run again in so many milliseconds, as often as it says so. */
export type JobResult = { readonly againInMs: number } | void;

/**
 * What is done later, by whichever process has room: at least once, so a run must bear to be begun a
 * second time. A run that rejects is tried again, later and later; one whose worker dies is another's.
 */
export class Jobs {
  private readonly logger = new Logger('jobs');
  private readonly queues = new Map<string, Promise<BackendQueue>>();
  private readonly workers: Promise<BackendWorker | undefined>[] = [];
  private readonly over = new AbortController();
  private readonly counts = { added: 0, runs: 0, failures: 0 };
  private saidMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly backend: JobBackend,
    private readonly clock: Clock,
    private readonly times: JobTimes = {
      lockMs: LOCK_MS,
      lookMs: LOOK_MS,
      backOffMs: BACK_OFF_MS,
    },
  ) {}

  get counters(): Readonly<{ added: number; runs: number; failures: number }> {
    return this.counts;
  }

  /** @throws within a quarter of a second, when the job may not be there */
  async add(queue: string, job: Job): Promise<void> {
    const over = new AbortController();
    const late = this.clock.sleep(ADD_MS_MAX, over.signal).then(() => {
      throw new Error(`queue ${queue} did not take a job in time`);
    });
    try {
      await Promise.race([this.put(queue, job), late]);
      this.counts.added++;
    } finally {
      over.abort();
      late.catch(() => undefined);
    }
  }

  /**
   * From now on this process runs jobs of the queue, `concurrency` of them at a time; where the server
   * of the queue is away, from when it is back.
   */
  async work(
    queue: string,
    run: (data: unknown, id: string) => Promise<JobResult>,
    { concurrency }: { readonly concurrency: number },
  ): Promise<void> {
    const { DelayedError } = await import('bullmq');
    const process = async (job: JobInHand, token?: string) => {
      this.counts.runs++;
      const result = await run(job.data, job.id ?? '');
      if (!result) return;
      // The tables of PostgreSQL take no fractions.
      await job.moveToDelayed(Math.ceil(system.nowMs() + result.againInMs), token);
      throw new DelayedError(); // BullMQ's word for: neither done nor failed.
    };
    const { lockMs, lookMs } = this.times;
    const open = async () => {
      const worker = await this.backend.worker(queue, process, {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lookMs,
        maxStalledCount: DEATHS_MAX,
      });
      worker.on('error', (fault) => this.say(queue, fault));
      worker.on('failed', (job, fault) => {
        this.counts.failures++;
        this.logger.warn(`job ${job?.id} of ${queue} failed: ${fault.message}`);
      });
      return worker;
    };
    try {
      this.workers.push(Promise.resolve(await open()));
    } catch (fault) {
      this.say(queue, fault as Error);
      this.workers.push(this.openLater(queue, open));
    }
  }

  /**
   * Waits for the runs of this process, two seconds at most; those of others go on. A run that is not over
   * by then, or whose server does not take its end, is another process's when its lock is.
   */
  async stop(): Promise<void> {
    this.over.abort();
    const ended = new AbortController();
    const late = this.clock.sleep(STOP_MS_MAX, ended.signal).then(() => {
      if (!ended.signal.aborted) this.logger.warn('runs and queues did not end: cut off');
    });
    const closing = this.close();
    closing.catch(() => undefined); // It may fail when nobody waits for it any more.
    try {
      await Promise.race([closing, late]);
    } finally {
      ended.abort();
      await this.backend.close();
    }
  }

  private async close(): Promise<void> {
    const workers = await Promise.all(this.workers.splice(0));
    await Promise.all(workers.map(async (worker) => worker?.close()));
    const queues = await Promise.allSettled(this.queues.values());
    this.queues.clear();
    for (const one of queues) if (one.status === 'fulfilled') await one.value.close();
  }

  /** Until its server answers, or this process stops. */
  private async openLater(
    queue: string,
    open: () => Promise<BackendWorker>,
  ): Promise<BackendWorker | undefined> {
    while (!this.over.signal.aborted) {
      await this.clock.sleep(OPEN_AGAIN_MS, this.over.signal);
      if (this.over.signal.aborted) return undefined;
      try {
        return await open();
      } catch (fault) {
        this.say(queue, fault as Error);
      }
    }
    return undefined;
  }

  private async put(name: string, { id, data, delayMs = 0 }: Job): Promise<void> {
    const queue = await this.queueOf(name);
    // One that has failed for good is kept for people, and stands in nobody's way.
    const known = await queue.getJob(id);
    if (await known?.isFailed()) await known?.remove();
    await queue.add(name, data, {
      jobId: id,
      delay: Math.ceil(delayMs),
      attempts: ATTEMPTS_MAX,
      backoff: { type: 'exponential', delay: this.times.backOffMs },
      removeOnComplete: true, // Its work tells that it is done, and its id is free again.
      removeOnFail: { age: FAILED_SECONDS, count: FAILED_MAX },
    });
  }

  private queueOf(name: string): Promise<BackendQueue> {
    const known = this.queues.get(name);
    if (known) return known;
    const opened = this.backend.queue(name).then((queue) => {
      queue.on('error', (fault) => this.say(name, fault));
      return queue;
    });
    this.queues.set(name, opened);
    opened.catch(() => this.queues.delete(name)); // The next one dials again.
    return opened;
  }

  private say(queue: string, fault: Error): void {
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.saidMs < SAY_MS) return;
    this.saidMs = nowMs;
    this.logger.warn(`queue ${queue}: ${fault.message}`);
  }
}
