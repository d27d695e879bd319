import type { Dispatcher as Undici } from 'undici';
import type { Alarm, Cancellation, Clock } from '#kernel';
import { ANSWER_FREE_BYTES, type AnswerMemory } from '#platform';
import type { SecretFilter } from './secret-filter.js';

type Headers = Readonly<Record<string, string>>;

const END = { done: true, value: undefined } as const;

const TAIL_MS_MAX = 1_000; // What follows the end of an answer is a few bytes, or a fault.
/** Some thirty frames. Read they take ten times as much, which a slow reader holds: many that wait would fill the heap. */
const PIECE_BYTES_MAX = 8_192;
const QUEUE_BYTES_MAX = ANSWER_FREE_BYTES; // Beyond this the provider waits for the slower reader.

/** Given back with `return` by whoever wants no more. */
export interface Pieces extends AsyncIterator<Buffer, undefined> {
  return(): Promise<IteratorResult<Buffer, undefined>>;
}

/**
 * One request and its answer, straight on undici's handler: a third of the cost of its `request`,
 * which builds a stream object for each answer. Reading is pulling; the socket waits when nobody reads.
 */
export class HttpExchange implements Undici.DispatchHandler, AsyncIterable<Buffer> {
  status = 0;
  headers: Headers = {};
  /** True once the whole request was handed to the socket. */
  wasSent = false;
  readonly head: Promise<HttpExchange>;

  private resolveHead!: (exchange: HttpExchange) => void;
  private rejectHead!: (error: Error) => void;
  private controller: Undici.DispatchController | undefined;
  private queue: Buffer[] = [];
  private queuedBytes = 0;
  private queueBytesMax = QUEUE_BYTES_MAX;
  private error: Error | undefined;
  private isOver = false;
  private isAbandoned = false;
  private tailAlarm: Alarm | undefined;
  private wake: (() => void) | undefined;
  private whenOver: (() => void) | undefined;
  private readonly stopListening: () => void;

  constructor(
    private readonly cancellation: Cancellation,
    private readonly clock: Clock,
    private readonly filter?: SecretFilter,
  ) {
    this.head = new Promise((resolve, reject) => {
      this.resolveHead = resolve;
      this.rejectHead = reject;
    });
    this.stopListening = cancellation.onCancel((reason) => this.cancel(reason));
  }

  private cancel(reason: Error): void {
    if (this.controller) this.controller.abort(reason);
    // There is no connection yet, and nobody need wait for one; see `onRequestStart`.
    else this.rejectHead(reason);
  }

  onRequestStart(controller: Undici.DispatchController): void {
    this.controller = controller;
    const { reason } = this.cancellation;
    if (reason) controller.abort(reason);
  }

  onRequestSent(): void {
    this.wasSent = true;
  }

  onResponseStart(
    _controller: Undici.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return; // 100 and 103 come before the answer.
    this.status = status;
    this.headers = flatten(headers, this.filter);
    this.resolveHead(this);
  }

  onResponseData(controller: Undici.DispatchController, chunk: Buffer): void {
    if (this.isAbandoned) return;
    this.take(this.filter ? this.filter.push(chunk) : chunk);
    if (this.queuedBytes > this.queueBytesMax) controller.pause();
    this.wake?.();
  }

  private take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.queue.push(bytes);
    this.queuedBytes += bytes.length;
  }

  onResponseEnd(): void {
    this.finish(undefined);
  }

  onResponseError(_controller: Undici.DispatchController, error: Error): void {
    Object.assign(error, { wasSent: this.wasSent });
    this.rejectHead(error);
    this.finish(error);
  }

  /** Ends the exchange early; the connection is closed, so that the provider can stop, too. */
  abort(reason: Error): void {
    if (!this.isOver) this.controller?.abort(reason);
  }

  /**
   * All of the body, in the chunks that came; undefined when it is longer than `bytesMax`. Beyond a quarter of a MiB it
   * is read only as far as there is memory for it.
   * @throws what `memory` does
   */
  async whole(bytesMax: number, memory: AnswerMemory): Promise<readonly Buffer[] | undefined> {
    while (!this.isOver && this.queuedBytes <= bytesMax) {
      if (this.queuedBytes > this.queueBytesMax) await this.growTo(this.queuedBytes, memory);
      else await this.nextChange();
    }
    if (this.error) throw this.error;
    if (this.queuedBytes > bytesMax) {
      this.letTailPass();
      return undefined;
    }
    const { queue } = this;
    this.queue = [];
    return queue;
  }

  /** The socket rests until there is memory for more, or the exchange is over. */
  private async growTo(bytes: number, memory: AnswerMemory): Promise<void> {
    const over = new Promise<void>((resolve) => {
      this.whenOver = resolve;
    });
    await Promise.race([memory.growTo(bytes), over]);
    this.queueBytesMax = memory.bytesMax;
    if (this.controller?.paused) this.controller.resume();
  }

  /**
   * As it comes; what came together is one piece, since each has to wake its reader. By hand: one more generator on
   * the way of a stream would cost more than the piece.
   */
  [Symbol.asyncIterator](): Pieces {
    return {
      next: () => this.nextPiece(),
      return: () => {
        this.letTailPass();
        return Promise.resolve(END);
      },
    };
  }

  private async nextPiece(): ReturnType<Pieces['next']> {
    while (this.queue.length === 0) {
      if (this.error) throw this.error;
      if (this.isOver) return END;
      await this.nextChange();
    }
    return { done: false, value: this.takePiece() };
  }

  private takePiece(): Buffer {
    const chunks = this.queue.splice(0, fitting(this.queue));
    const piece = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    this.queuedBytes -= piece.length;
    if (this.queuedBytes <= QUEUE_BYTES_MAX && this.controller?.paused) this.controller.resume();
    return piece;
  }

  /**
   * The reader has seen the end of the answer before the connection has. Closing it now would cost
   * the next call a new connection.
   */
  private letTailPass(): void {
    if (this.isOver) return;
    this.isAbandoned = true;
    this.queue = [];
    this.controller?.resume();
    this.tailAlarm = this.clock.after(TAIL_MS_MAX, () => this.abort(new Error('unread answer')));
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private finish(error: Error | undefined): void {
    if (this.filter && !this.isAbandoned) this.take(this.filter.end());
    this.isOver = true;
    this.error = error;
    this.tailAlarm?.cancel();
    this.stopListening();
    this.wake?.();
    this.whenOver?.();
  }
}

/** How many of them make one piece, one at least. */
function fitting(chunks: readonly Buffer[]): number {
  let bytes = 0;
  const tooMany = chunks.findIndex(({ length }) => (bytes += length) > PIECE_BYTES_MAX);
  return tooMany < 0 ? chunks.length : Math.max(1, tooMany);
}

function flatten(
  headers: Record<string, string | string[] | undefined>,
  filter: SecretFilter | undefined,
): Headers {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    const line = Array.isArray(value) ? value.join(', ') : value;
    flat[name] = filter ? filter.header(line) : line;
  }
  return flat;
}
