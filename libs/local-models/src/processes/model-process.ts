import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Alarm, Clock } from '#kernel';
import { JOB_MS_MAX, START_MS_MAX } from '../limits.js';
import { UnusableLocalModel } from '../unusable-local-model.js';
import type { ProcessMessage } from './process-message.js';

export interface ProcessOptions {
  /** Calls `serveJobs`. */
  readonly script: URL;
  /** What the script is to open: plain data, no secret, since the list of processes shows it. */
  readonly order: unknown;
  readonly clock: Clock;
  /** It is ready, or has done a job. */
  readonly onIdle: () => void;
  /** It is over, for a reason that holds no text of a caller. */
  readonly onLost: (reason: string) => void;
}

/**
 * One process with a model in it, which does a job at a time. No thread, because native code that dies or that
 * is ended in the middle of a run takes its whole process with it.
 */
export class ModelProcess<Facts, Job extends object, Result> {
  /** Rejects with `UnusableLocalModel` where the model will never do, and when the process dies before. */
  readonly ready: Promise<Facts>;

  private readonly child: ChildProcess;
  private readonly opened = Promise.withResolvers<Facts>();
  private state: 'starting' | 'idle' | 'busy' | 'over' = 'starting';
  private deadline: Alarm;
  /** Of the job that runs; null tells that it came to nothing. */
  private settle: ((result: Result | null) => void) | undefined;

  constructor(private readonly options: ProcessOptions) {
    const { script, order, clock } = options;
    this.ready = this.opened.promise;
    this.ready.catch(() => undefined); // Only who starts the first one waits for it.
    this.child = fork(fileURLToPath(script), [JSON.stringify(order)], {
      // No secret of the gateway's is any of its business, and nobody is told what it does.
      env: { ORT_DISABLE_TELEMETRY: '1' },
      execArgv: process.execArgv.filter((option) => !option.startsWith('--inspect')),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // What native code prints may quote what it read.
    });
    this.child.unref();
    this.child.channel?.unref();
    this.child.on('message', (message) => this.hear(message as ProcessMessage<Facts, Result>));
    this.child.on('error', () => this.end('it could not be reached'));
    this.child.on('exit', (code, signal) => this.end(`it ended with ${signal ?? code}`));
    this.deadline = clock.after(START_MS_MAX, () => this.end('it took too long to load'));
  }

  get isIdle(): boolean {
    return this.state === 'idle';
  }

  get isStarting(): boolean {
    return this.state === 'starting';
  }

  /** @param settle is told the result, or null where the job failed or the process died over it */
  run(job: Job, settle: (result: Result | null) => void): void {
    this.state = 'busy';
    this.settle = settle;
    this.deadline = this.options.clock.after(JOB_MS_MAX, () => this.end('a job took too long'));
    this.child.send(job);
  }

  /** Ends it; its job, if it has one, comes to nothing. */
  async stop(): Promise<void> {
    if (this.state === 'over') return;
    this.state = 'over';
    this.settled(null);
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  private hear(message: ProcessMessage<Facts, Result>): void {
    if (this.state === 'over') return;
    switch (message.kind) {
      case 'ready':
        this.opened.resolve(message.facts);
        return this.rest(null);
      case 'unusable':
        this.opened.reject(new UnusableLocalModel(message.message));
        return this.end(message.message);
      case 'done':
        return this.rest(message.result);
      case 'failed':
        return this.rest(null);
    }
  }

  private rest(result: Result | null): void {
    this.state = 'idle';
    this.settled(result);
    this.options.onIdle();
  }

  private settled(result: Result | null): void {
    this.deadline.cancel();
    this.settle?.(result);
    this.settle = undefined;
  }

  private end(reason: string): void {
    if (this.state === 'over') return;
    this.state = 'over';
    this.settled(null);
    this.opened.reject(new UnusableLocalModel(`The process of the model failed: ${reason}.`));
    this.child.kill('SIGKILL');
    this.options.onLost(reason);
  }
}
