import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import {
  assert,
  Clock,
  failed,
  type Alarm,
  type Cancellation,
  type ErrorDetails,
  type JsonDocument,
} from '#kernel';
import type { BodyOrder, WrittenBody } from '../body-order.js';
import type { TextSize } from './fits-in-turn.js';
import type { AnswerTranslation, Translated, Translation } from './translation.js';

const THREAD = new URL('./thread.js', import.meta.url);
/** The largest request, as text, values, canonical form and body, takes a third. */
const MEMORY_MIB_MAX = 1_536;
const JOB_MS_MAX = 20_000; // The largest takes one or two seconds on a machine that is not busy.
const JOBS_MAX = 64; // Waiting. Each holds its call, which holds the text.
const VALUE_CHARS = 64; // A value takes as long as so many characters: see `fits-in-turn.ts`.
const WEIGHT_MAX = 8 * 32 * 1_048_576; // Of eight of the largest requests: some ten seconds of work.

interface Job {
  readonly asked: Translation;
  readonly weight: number;
  /** What its caller is told if the thread dies over it. */
  readonly lost: ErrorDetails;
  readonly settle: (result: Translated) => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Writes large bodies and answers in a thread, one after the other: what takes a second would make every other call
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

  /** Is it taken at once, however long it then waits? */
  hasRoom(size: TextSize): boolean {
    const isFull = this.weight > 0 && this.weight + weightOf(size) > WEIGHT_MAX;
    return !isFull && this.waiting.size < JOBS_MAX;
  }

  /**
   * @param ended nobody waits for the result any more; rejects with its reason
   * @throws gateway_overloaded when too much waits, and when the thread died or was too slow over this one;
   *   what the writers of bodies throw
   */
  async write(
    order: BodyOrder,
    { text, nodes }: Pick<JsonDocument, 'nodes' | 'text'>,
    ended: Cancellation,
  ): Promise<readonly WrittenBody[]> {
    const size = { chars: text.length, nodes };
    const asked = { kind: 'request', order, text } as const;
    const result = await this.run(asked, size, UNWRITTEN, ended);
    assert(result.kind === 'bodies', 'a request becomes bodies');
    return result.bodies;
  }

  /** A whole answer from what it says. It was paid for: it is no reason to ask for another one. */
  async writeAnswer(
    asked: AnswerTranslation,
    size: TextSize,
    ended: Cancellation,
  ): Promise<string> {
    const result = await this.run(asked, size, UNTOLD, ended);
    assert(result.kind === 'answer', 'an answer becomes its text');
    return result.text;
  }

  private run(
    asked: Translation,
    size: TextSize,
    lost: ErrorDetails,
    ended: Cancellation,
  ): Promise<Done> {
    if (ended.reason) return Promise.reject(ended.reason);
    if (!this.hasRoom(size)) return Promise.reject(failed('gateway_overloaded'));
    const weight = weightOf(size);
    return new Promise((resolve, reject) => {
      const job: Job = {
        asked,
        weight,
        lost,
        settle: (result) => {
          stopListening();
          if (isDone(result)) resolve(result);
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is no window.
    worker.postMessage(job.asked);
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
    const job = this.finish();
    job?.fail(failed('gateway_overloaded', { ...job.lost, internal: reason }));
    this.runNext();
  }
}

const UNWRITTEN: ErrorDetails = {
  message:
    'The gateway could not translate this request for its provider: it took too much memory or time. Nothing was sent.',
};
const UNTOLD: ErrorDetails = {
  message:
    'The gateway could not translate the answer of the provider: it took too much memory or time. The call was made and is charged; ask for less, or for a stream.',
  shouldRetry: false,
};

type Done = Extract<Translated, { readonly kind: 'bodies' | 'answer' }>;

const isDone = (result: Translated): result is Done =>
  result.kind === 'bodies' || result.kind === 'answer';

const weightOf = ({ chars, nodes }: TextSize): number => Math.max(chars, nodes * VALUE_CHARS);

const codeOf = (fault: unknown): string => {
  const { code, name } = fault as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
};

function errorOf(result: Exclude<Translated, Done>): Error {
  if (result.kind === 'refused') return failed(result.key, result.details);
  const error = new Error(`a body could not be written: ${result.name}`);
  error.stack = `${error.message}\n${result.frames}`;
  return error;
}
