import type { Processor } from 'bullmq';

/** BullMQ keeps what happens to jobs for whoever listens. Nobody does. */
export const STREAMS = { events: { maxLen: 100 } };

/** What is known of a job while it runs. */
export interface JobInHand {
  readonly id?: string | undefined;
  readonly data: unknown;
  moveToDelayed(untilMs: number, token?: string): Promise<void>;
}

export interface JobOptions {
  readonly jobId: string;
  readonly delay: number;
  readonly attempts: number;
  readonly backoff: { readonly type: 'exponential'; readonly delay: number };
  readonly removeOnComplete: boolean;
  readonly removeOnFail: { readonly age: number; readonly count: number };
}

interface KeptJob {
  isFailed(): Promise<boolean>;
  remove(): Promise<void>;
}

/** As much of BullMQ's queue as is used, whatever its backend. */
export interface BackendQueue {
  add(name: string, data: unknown, options: JobOptions): Promise<unknown>;
  getJob(id: string): Promise<KeptJob | undefined>;
  on(event: 'error', listener: (fault: Error) => void): unknown;
  close(): Promise<void>;
}

export interface BackendWorker {
  on(event: 'error', listener: (fault: Error) => void): unknown;
  on(
    event: 'failed',
    listener: (job: { readonly id?: string | undefined } | undefined, fault: Error) => void,
  ): unknown;
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Runs at a time, in this process. */
  readonly concurrency: number;
  /** Milliseconds that a run stays its worker's own without a sign of life. */
  readonly lockDuration: number;
  /** Milliseconds between looks for runs that nobody works on any more. */
  readonly stalledInterval: number;
  /** How often a job may lose its worker before it fails for good. */
  readonly maxStalledCount: number;
}

/** Where jobs wait, as BullMQ reaches it. Its connections are its own. */
export interface JobBackend {
  /** For whoever adds jobs: its server is asked at once, or it says that it is away. */
  queue(name: string): Promise<BackendQueue>;
  /** For whoever runs them: it waits for a server that is away. */
  worker(name: string, run: Processor, options: WorkerOptions): Promise<BackendWorker>;
  /** After its queues and workers. */
  close(): Promise<void>;
}
