import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock, failed, type Alarm, type Cancellation, type JsonDocument } from '#kernel';
import type { BodyOrder, WrittenBody } from '../body-order.js';
import type { Translated, Translation } from './translation.js';

const THREAD = new URL('./thread.js', import.meta.url);
/** The largest request, as text, values, canonical form and body, takes a third. */
const MEMORY_MIB_MAX = 1_536;
const JOB_MS_MAX = 20_000; // The largest takes one or two seconds on a machine that is not busy.
const JOBS_MAX = 64; // Waiting. Each holds its call, which holds the text.
const VALUE_CHARS = 64; // A value takes as long as so many characters: see `fits-in-turn.ts`.
const WEIGHT_MAX = 8 * 32 * 1_048_576; // Of eight of the largest requests: some ten seconds of work.

interface Job extends Translation {
  readonly weight: number;
  readonly settle: (result: Translated) => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Writes large bodies in a thread, one after the other: what takes a second would make every other call
 * wait as long. It is started when it is first needed, kept, and started anew when it has died.
 */
@Injectable()
export class TranslationThread implements OnModuleDestroy {
  private readonly logger = new Logger('translation');
  private worker: Worker | undefined;
  private running: Job | undefined;
  private alarm: Alarm | undefined;
  private readonly waiting = new Set<Job>();
  /** Of all jobs, the one that runs among them. */
  private weight = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * @param ended nobody waits for the result any more; rejects with its reason
   * @throws gateway_overloaded when too much waits, and when the thread died or was too slow over this one;
   *   what the writers of bodies throw
   */
  write(
    order: BodyOrder,
    { text, nodes }: Pick<JsonDocument, 'nodes' | 'text'>,
    ended: Cancellation,
  ): Promise<readonly WrittenBody[]> {
    if (ended.reason) return Promise.reject(ended.reason);
    const weight = Math.max(text.length, nodes * VALUE_CHARS);
    const isFull = this.weight > 0 && this.weight + weight > WEIGHT_MAX;
    if (isFull || this.waiting.size >= JOBS_MAX)
      return Promise.reject(failed('gateway_overloaded'));
    return new Promise((resolve, reject) => {
      const job: Job = {
        order,
        text,
        weight,
        settle: (result) => {
          stopListening();
          if (result.kind === 'bodies') resolve(result.bodies);
          else reject(errorOf(result));
        },
        fail: (reason) => {
          stopListening();
          reject(reason);
        },
      };
      // One that runs already goes on: to end it would cost a thread, which is more.
      const stopListening = ended.onCancel((reason) => {
        if (this.waiting.delete(job)) this.weight -= weight;
        reject(reason);
      });
      this.waiting.add(job);
      this.weight += weight;
      this.runNext();
    });
  }

  async onModuleDestroy(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.alarm?.cancel();
    await worker?.terminate();
  }

  private runNext(): void {
    const [job] = this.waiting;
    if (!job || this.running) return;
    this.waiting.delete(job);
    this.running = job;
    const worker = (this.worker ??= this.start());
    this.alarm = this.clock.after(JOB_MS_MAX, () => this.lose(worker, 'it took too long'));
    const { order, text } = job;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is no window.
    worker.postMessage({ order, text } satisfies Translation);
  }

  private start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MIB_MAX };
    const worker = new Worker(THREAD, { resourceLimits });
    worker.unref();
    worker.on('message', (result: Translated) => {
      if (worker === this.worker) this.finish()?.settle(result);
      this.runNext();
    });
    // Not its message, which may quote what was said.
    worker.on('error', (fault) => this.lose(worker, codeOf(fault)));
    worker.on('exit', () => this.lose(worker, 'it ended'));
    return worker;
  }

  /** The job that ran, which is done with. */
  private finish(): Job | undefined {
    const { running } = this;
    this.alarm?.cancel();
    this.running = undefined;
    this.weight -= running?.weight ?? 0;
    return running;
  }

  private lose(worker: Worker, reason: string): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    void worker.terminate();
    this.logger.warn(`the thread is started anew: ${reason}`);
    this.finish()?.fail(failed('gateway_overloaded', { message: UNWRITTEN, internal: reason }));
    this.runNext();
  }
}

const UNWRITTEN =
  'The gateway could not translate this request for its provider: it took too much memory or time. Nothing was sent.';

const codeOf = (fault: unknown): string => {
  const { code, name } = fault as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
};

function errorOf(result: Exclude<Translated, { readonly kind: 'bodies' }>): Error {
  if (result.kind === 'refused') return failed(result.key, result.details);
  const error = new Error(`a body could not be written: ${result.name}`);
  error.stack = `${error.message}\n${result.frames}`;
  return error;
}
