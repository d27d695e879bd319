import { failed, refuse, type Alarm, type Clock, type ErrorKey, type GatewayError } from '#kernel';
import {
  CELL_JOBS_MAX,
  CELL_START_MS_MAX,
  CELL_WORN_BYTES,
  CHUNK_BYTES,
  STEP_CPU_MS_MAX,
  STEP_WALL_FACTOR,
} from '../limits.js';
import { OUT_OF_TIME } from './budget.js';
import type { Waiting } from './fair-queue.js';
import type { Exit, LaunchedChild, Launcher } from './launcher.js';
import type { CellFacts, CellOrder, CellReport } from './messages.js';

export interface CellJob extends Waiting {
  readonly task: string;
  readonly options: unknown;
  readonly documents: readonly Uint8Array[];
  readonly isFresh: boolean;
  readonly onPart: (part: unknown) => void;
  readonly settle: (outcome: CellOutcome) => void;
}

export type CellOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: GatewayError };

export interface CellProcessOptions {
  readonly launcher: Launcher;
  readonly clock: Clock;
  readonly onReady: (facts: CellFacts) => void;
  readonly onIdle: () => void;
  readonly onGone: (wasReady: boolean) => void;
}

/** One child that reads documents, a job at a time. It expects to die of them. */
export class CellProcess {
  private readonly child: LaunchedChild;
  private state: 'starting' | 'idle' | 'busy' | 'over' = 'starting';
  private wasReady = false;
  private jobsDone = 0;
  private alarm: Alarm;
  private job: CellJob | undefined;

  constructor(private readonly options: CellProcessOptions) {
    const { launcher, clock } = options;
    this.child = launcher.launch({
      onStarted: () => void this.write({ kind: 'begin' }),
      onMessage: (report) => this.hear(report as CellReport),
      onGone: (exit) => this.end(causeOf(exit)),
    });
    this.alarm = clock.after(CELL_START_MS_MAX, () => {
      if (this.child.pid === undefined) launcher.distrust();
      this.end('documents_busy');
    });
  }

  get isIdle(): boolean {
    return this.state === 'idle';
  }

  /** It has had no document yet. */
  get isUnused(): boolean {
    return this.jobsDone === 0;
  }

  get isStarting(): boolean {
    return this.state === 'starting';
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  run(job: CellJob): void {
    this.state = 'busy';
    this.job = job;
    this.jobsDone++;
    this.restartAlarm(STEP_CPU_MS_MAX.open);
    void this.send(job);
  }

  /** Ends it. Its job, if it has one, is told that nobody waits for it. */
  stop(): void {
    this.end('documents_busy');
  }

  private async send({ task, options, documents }: CellJob): Promise<void> {
    const byteCounts = documents.map(({ length }) => length);
    await this.write({ kind: 'job', task, options, byteCounts });
    for (const document of documents) {
      for (let at = 0; at < document.length; at += CHUNK_BYTES) {
        if (this.state === 'over') return;
        await this.write({ kind: 'chunk', bytes: document.subarray(at, at + CHUNK_BYTES) });
      }
    }
  }

  private write(order: CellOrder): Promise<void> {
    return this.child.send(order);
  }

  private hear(report: CellReport): void {
    if (this.state === 'over') return;
    switch (report.kind) {
      case 'ready':
        this.wasReady = true;
        this.options.onReady(report.facts);
        return this.rest(0);
      case 'step':
        return this.restartAlarm(STEP_CPU_MS_MAX[report.step]);
      case 'part':
        return this.job?.onPart(report.part);
      case 'done':
        this.settle({ ok: true, result: report.result });
        return this.rest(report.rssBytes);
      case 'failed': {
        const { key, told } = report;
        this.settle({ ok: false, error: refuse(key, told === undefined ? {} : { message: told }) });
        return this.rest(report.rssBytes);
      }
    }
  }

  private rest(rssBytes: number): void {
    this.alarm.cancel();
    this.state = 'idle';
    if (rssBytes > CELL_WORN_BYTES || this.jobsDone >= CELL_JOBS_MAX) this.end('documents_busy');
    else this.options.onIdle();
  }

  private restartAlarm(cpuMs: number): void {
    this.alarm.cancel();
    this.alarm = this.options.clock.after(cpuMs * STEP_WALL_FACTOR, () =>
      this.end('document_processing_timeout'),
    );
  }

  private settle(outcome: CellOutcome): void {
    const { job } = this;
    this.job = undefined;
    job?.settle(outcome);
  }

  private end(key: ErrorKey): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.alarm.cancel();
    this.child.end();
    this.settle({ ok: false, error: failed(key) });
    this.options.onGone(this.wasReady);
  }
}

/**
 * Why it died: its watchdog, its own heap, the kernel's, or a fault in native code. Where what started it
 * has died, it had to as well, and its document may be tried again.
 */
function causeOf(exit: Exit): ErrorKey {
  if (!exit) return 'documents_busy';
  const { code, signal } = exit;
  if (signal === OUT_OF_TIME) return 'document_processing_timeout';
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134;
  return isMemory ? 'document_too_large_to_scan' : 'document_unreadable';
}
