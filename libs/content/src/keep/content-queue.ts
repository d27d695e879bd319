import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { ContentStore, type Content } from './content-store.js';

/** That wait for the database: what comes beyond is not kept, and counted. */
const WAITING_CHARS_MAX = 64 * 1_024 * 1_024;
const BATCH_MAX = 64;
const BATCH_CHARS_MAX = 4 * 1_024 * 1_024; // One statement of the largest texts.
/** Nobody waits for it: a statement for many texts costs little more than one for a single text. */
const GATHER_MS = 25;
const RETRY_MS = 1_000;
/** After so many tries in vain a batch is given up: what is kept must not wait for ever. */
const TRIES_MAX = 60;
const WARN_MS = 60_000; // One line a minute says it as well as a thousand.

/**
 * What is to be kept, on its way into the database beside the calls: none waits for it, and none fails with it.
 * What could not be kept is counted, and said in the log of the process.
 */
@Injectable()
export class ContentQueue {
  readonly counters = { kept: 0, lost: 0 };
  private readonly logger = new Logger('content');
  private readonly waiting: Content[] = [];
  private waitingChars = 0;
  private writing: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  private warnedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: ContentStore,
    private readonly clock: Clock,
  ) {}

  /** Texts that wait. */
  get size(): number {
    return this.waiting.length;
  }

  add(content: Content): void {
    const { length } = content.text;
    if (this.waitingChars + length > WAITING_CHARS_MAX) return this.lose(1, 'too much of it waits');
    this.waiting.push(content);
    this.waitingChars += length;
    this.writing ??= this.write();
  }

  /** Resolves when nothing waits any more: written, or given up. */
  async drained(): Promise<void> {
    while (this.writing) await this.writing;
  }

  /** What waits is tried once more, and no longer. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.drained();
  }

  /** Never rejects. */
  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      if (!this.hasBatch) await this.clock.sleep(GATHER_MS, this.stopping.signal);
      const batch = this.takeBatch();
      await this.writeBatch(batch);
      for (const { text } of batch) this.waitingChars -= text.length;
    }
    // At once: what came between the end and a promise that tells of it would wait for the next text.
    this.writing = undefined;
  }

  /** Whoever waited for more would write less than there comes. */
  private get hasBatch(): boolean {
    return this.waiting.length >= BATCH_MAX || this.waitingChars >= BATCH_CHARS_MAX;
  }

  private takeBatch(): readonly Content[] {
    let chars = 0;
    let count = 0;
    for (const { text } of this.waiting.slice(0, BATCH_MAX)) {
      chars += text.length;
      if (count > 0 && chars > BATCH_CHARS_MAX) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  private async writeBatch(batch: readonly Content[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.store.write(batch);
        this.counters.kept += batch.length;
        return;
      } catch (fault) {
        if (this.stopping.signal.aborted || tries >= TRIES_MAX) {
          return this.lose(batch.length, 'the database did not take it', fault);
        }
        await this.clock.sleep(RETRY_MS);
      }
    }
  }

  private lose(count: number, why: string, fault?: unknown): void {
    this.counters.lost += count;
    const nowMs = this.clock.monotonicMs();
    if (nowMs - this.warnedMs < WARN_MS) return;
    this.warnedMs = nowMs;
    const said = `content of calls was not kept (${this.counters.lost} texts by now): ${why}`;
    if (fault === undefined) this.logger.warn(said);
    else this.logger.warn(said, fault);
  }
}
