import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CallObserver } from '#call';
import { asGatewayError, Clock, textPieces, type ErrorKey, type GatewayError } from '#kernel';
import { SSE_KEEPALIVE, type ReplyFrame, type StreamWriter } from '#wire';
import { errorHeaders } from './error-headers.js';
import { KEEPALIVE_MS, LINGER_MS, WRITE_PIECE_CHARS, WRITE_STALL_MS } from './limits.js';
import type { Envelope } from './surface.js';

type Headers = Readonly<Record<string, string>>;

const STREAM_HEADERS: Headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};
const JSON_HEADERS: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

/** Refused before it was known whose request it is: in no log, and counted here alone. */
const OF_NOBODY: ReadonlySet<ErrorKey> = new Set([
  'key_missing',
  'key_unknown',
  'keys_limited',
  'auth_unavailable',
]);

const JSON_KEEPALIVE = '\n'; // Between two items it means nothing.

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A streamed answer and how its frames look to the caller. */
export interface EventSource {
  readonly batches: AsyncIterable<readonly ReplyFrame[]>;
  readonly writer: StreamWriter;
  /** Its frames are items of one JSON array, and not events. */
  readonly isArray?: boolean;
}

/** Writes answers to the connection. Nothing is buffered beyond what the socket itself holds. */
@Injectable()
export class AnswerWriter {
  /** Streams that wait for their next event; one timer serves them all. */
  private readonly idle = new Set<OpenAnswer>();

  constructor(
    private readonly clock: Clock,
    private readonly observer: CallObserver,
  ) {
    clock.every(1_000, () => {
      const nowMs = clock.monotonicMs();
      for (const answer of this.idle) answer.tick(nowMs);
    });
  }

  async writeJson(
    response: ServerResponse,
    status: number,
    headers: Headers,
    json: string,
  ): Promise<void> {
    const length = Buffer.byteLength(json);
    response.writeHead(status, { ...JSON_HEADERS, ...headers, 'content-length': String(length) });
    if (length > WRITE_PIECE_CHARS) return this.writePieces(response, json);
    // As a string the body leaves in one write with the head; as bytes it would take two.
    response.end(json);
    if (response.writableLength > 0) dropIfUnread(response, this.clock);
  }

  writeError(
    response: ServerResponse,
    error: GatewayError,
    headers: Headers & { readonly 'request-id': string },
    envelope: Envelope,
  ): void {
    if (OF_NOBODY.has(error.key)) this.observer.unauthenticated(error.key);
    if (response.headersSent) return void response.destroy();
    const json = envelope.renderError(error, headers['request-id']);
    const status = envelope.statusOf?.(error) ?? error.spec.status;
    // A body that was not read to its end leaves the connection in no state to be used again.
    const isUnread = hasBody(response.req) && !response.req.complete;
    const closing = isUnread ? { connection: 'close' } : {};
    const all = { ...headers, ...errorHeaders(error), ...closing };
    if (isUnread) this.writeBeforeBody(response, status, all, json);
    else void this.writeJson(response, status, all, json);
  }

  /**
   * To a client that is still sending: a connection that closed at once would be reset, and the
   * answer lost with it. What it sends is thrown away for a while.
   */
  private writeBeforeBody(
    response: ServerResponse,
    status: number,
    headers: Headers,
    json: string,
  ): void {
    const length = String(Buffer.byteLength(json));
    response.writeHead(status, { ...JSON_HEADERS, ...headers, 'content-length': length });
    response.write(json);
    const { req: request } = response;
    const end = () => {
      alarm.cancel();
      request.off('close', end);
      response.end();
    };
    const alarm = this.clock.after(LINGER_MS, end);
    request.once('close', end);
    request.resume();
  }

  private async writePieces(response: ServerResponse, json: string): Promise<void> {
    const answer = new OpenAnswer(response, this.clock);
    await writeText(answer, json);
    answer.end();
  }

  /**
   * Events as they come, those that arrived together in one piece, the format's own sign of life or
   * `: keepalive` between them in a silence, an error event if they break.
   */
  async writeEvents(
    response: ServerResponse,
    headers: Headers,
    { batches, writer, isArray = false }: EventSource,
    renderError: (error: GatewayError) => string,
  ): Promise<void> {
    const type = isArray ? JSON_HEADERS : {};
    response.writeHead(200, { ...headers, ...STREAM_HEADERS, ...type });
    flushWithFirst(response);
    const keepalive = isArray ? JSON_KEEPALIVE : (writer.keepalive ?? SSE_KEEPALIVE);
    const answer = new OpenAnswer(response, this.clock, keepalive);
    this.idle.add(answer);
    try {
      for await (const batch of batches) {
        await writeText(answer, writeBatch(writer, batch));
        if (writer.isOver) break;
      }
    } catch (fault) {
      await answer.write(renderError(asGatewayError(fault)));
    } finally {
      this.idle.delete(answer);
      answer.end();
    }
  }

  /** Audio, images and files. A broken one cannot be told in its own format, so it is cut. */
  async writeBytes(
    response: ServerResponse,
    status: number,
    headers: Headers,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    response.writeHead(status, { ...headers });
    const answer = new OpenAnswer(response, this.clock);
    try {
      for await (const chunk of chunks) await answer.write(chunk);
      answer.end();
    } catch {
      response.destroy();
    }
  }
}

/** Sends the head at once, and in one write with it the frames that are there already, which nearly always are. */
function flushWithFirst(response: ServerResponse): void {
  const { socket } = response;
  socket?.cork();
  response.flushHeaders();
  process.nextTick(() => socket?.uncork()); // Promises that wait for nothing are settled by then.
}

/** What lies in the socket's buffer is taken within the time that a client may stall, or dropped. */
function dropIfUnread(response: ServerResponse, clock: Clock): void {
  const stall = clock.after(WRITE_STALL_MS, () => response.destroy());
  response.once('close', () => stall.cancel());
}

async function writeText(answer: OpenAnswer, text: string): Promise<void> {
  if (text.length <= WRITE_PIECE_CHARS) return text === '' ? undefined : answer.write(text);
  for (const piece of textPieces(text, WRITE_PIECE_CHARS)) {
    await answer.write(piece);
    await setImmediate(); // A reader that takes it at once leaves no other gap.
  }
}

function writeBatch(writer: StreamWriter, batch: readonly ReplyFrame[]): string {
  let text = '';
  for (const frame of batch) {
    if (writer.isOver) break;
    text += writer.write(frame);
  }
  return text;
}

/**
 * One open answer. It goes on taking events when its client has gone: the provider's usage may
 * still come, and whoever produces the events decides when to stop.
 */
class OpenAnswer {
  private lastMs: number;
  private isBlocked = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly clock: Clock,
    private readonly keepalive = SSE_KEEPALIVE,
  ) {
    this.lastMs = clock.monotonicMs();
  }

  async write(data: string | Uint8Array): Promise<void> {
    if (this.response.destroyed) return;
    this.lastMs = this.clock.monotonicMs();
    if (this.response.write(data)) return;
    this.isBlocked = true;
    await this.room();
    this.isBlocked = false;
  }

  /** Called each second: a silence gets a sign of life, between events only. */
  tick(nowMs: number): void {
    if (this.isBlocked || this.response.destroyed || nowMs - this.lastMs < KEEPALIVE_MS) return;
    this.lastMs = nowMs;
    this.response.write(this.keepalive);
  }

  end(): void {
    if (!this.response.destroyed) this.response.end();
  }

  /** Until the socket takes more, or is gone; a client that takes nothing for long is cut off. */
  private room(): Promise<void> {
    const { response } = this;
    return new Promise((resolve) => {
      const done = () => {
        stall.cancel();
        response.off('drain', done);
        response.off('close', done);
        resolve();
      };
      const stall = this.clock.after(WRITE_STALL_MS, () => response.destroy());
      response.once('drain', done);
      response.once('close', done);
    });
  }
}
