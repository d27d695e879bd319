import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { failed, refuse, type Alarm, type Clock, type ErrorKey, type GatewayError } from '#kernel';
import {
  CELL_HEAP_MIB,
  CELL_JOBS_MAX,
  CELL_START_MS_MAX,
  CELL_WORN_BYTES,
  CHUNK_BYTES,
  STEP_CPU_MS_MAX,
  STEP_WALL_FACTOR,
} from '../limits.js';
import { OUT_OF_TIME } from './budget.js';
import type { Waiting } from './fair-queue.js';
import type { CellFacts, CellOrder, CellReport } from './messages.js';

const PROCESS = new URL('./process.js', import.meta.url);

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
  readonly clock: Clock;
  readonly onReady: (facts: CellFacts) => void;
  readonly onIdle: () => void;
  readonly onGone: (wasReady: boolean) => void;
}

/** One child that reads documents, a job at a time. It expects to die of them. */
export class CellProcess {
  private readonly child: ChildProcess;
  private state: 'starting' | 'idle' | 'busy' | 'over' = 'starting';
  private wasReady = false;
  private jobsDone = 0;
  private alarm: Alarm;
  private job: CellJob | undefined;

  constructor(private readonly options: CellProcessOptions) {
    this.child = fork(fileURLToPath(PROCESS), [], {
      cwd: '/',
      env: {}, // No secret of the gateway's is any of its business.
      execArgv: [...inheritedArguments(), ...confinement()],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // What parsers print may quote what they read.
    });
    putBehind(this.child.pid);
    this.child.unref();
    this.child.channel?.unref();
    this.child.on('message', (report) => this.hear(report as CellReport));
    this.child.on('error', () => this.end('document_unreadable'));
    this.child.on('exit', (code, signal) => this.end(causeOf(code, signal)));
    this.alarm = options.clock.after(CELL_START_MS_MAX, () => this.end('documents_busy'));
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

  /** Resolves when it went out, or cannot any more: the exit tells that. */
  private write(order: CellOrder): Promise<void> {
    return new Promise((resolve) => {
      if (!this.child.connected) return resolve();
      this.child.send(order, () => resolve());
    });
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
    this.child.kill('SIGKILL');
    this.settle({ ok: false, error: failed(key) });
    this.options.onGone(this.wasReady);
  }
}

const BEHIND = 10; // Of 19: calls are served first, and documents with what is left.

function putBehind(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // It is gone already, which its exit tells, or the system has no such thing.
  }
}

/** Why it died by itself: its watchdog, its own heap, the kernel's, or a fault in native code. */
function causeOf(code: number | null, signal: NodeJS.Signals | null): ErrorKey {
  if (signal === OUT_OF_TIME) return 'document_processing_timeout';
  const isMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134;
  return isMemory ? 'document_too_large_to_scan' : 'document_unreadable';
}

const inheritedArguments = (): string[] =>
  process.execArgv.filter((option) => !option.startsWith('--inspect'));

/** It reads its own code and the libraries, and nothing else of the disk; it writes nothing, and starts nothing. */
function confinement(): string[] {
  const libs = fileURLToPath(new URL('../../../', import.meta.url));
  const [root = libs] = libs.split(/(?:dist\/)?libs\/$/);
  const imported = process.execArgv.flatMap((option) => {
    const [, module] = /^--import=(.+)$/.exec(option) ?? [];
    if (module === undefined) return [];
    return module.startsWith('file:') ? fileURLToPath(module) : module;
  });
  const readable = [libs, `${root}node_modules`, `${root}package.json`, ...imported];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${CELL_HEAP_MIB}`,
    '--disable-warning=SecurityWarning',
  ];
}
