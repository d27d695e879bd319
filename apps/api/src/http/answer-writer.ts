import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { asGatewayError, Clock, type GatewayError } from '#kernel';
import { SSE_KEEPALIVE } from '#wire';
import { errorHeaders, renderChatError } from './chat-envelope.js';
import { KEEPALIVE_MS, WRITE_STALL_MS } from './limits.js';

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

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Writes answers to the connection. Nothing is buffered beyond what the socket itself holds. */
@Injectable()
export class AnswerWriter {
  /** Streams that wait for their next event; one timer serves them all. */
  private readonly idle = new Set<EventStream>();

  constructor(private readonly clock: Clock) {
    clock.every(1_000, () => {
      const nowMs = clock.monotonicMs();
      for (const stream of this.idle) stream.tick(nowMs);
    });
  }

  writeJson(response: ServerResponse, status: number, headers: Headers, json: string): void {
    const length = String(Buffer.byteLength(json));
    // As a string the body leaves in one write with the head; as bytes it would take two.
    response.writeHead(status, { ...JSON_HEADERS, ...headers, 'content-length': length }).end(json);
  }

  writeError(response: ServerResponse, error: GatewayError, headers: Headers): void {
    if (response.headersSent) return void response.destroy();
    const json = renderChatError(error);
    // A body that was not read to its end leaves the connection in no state to be used again.
    const isUnread = hasBody(response.req) && !response.req.complete;
    const closing = isUnread ? { connection: 'close' } : {};
    const all = { ...headers, ...errorHeaders(error), ...closing };
    this.writeJson(response, error.spec.status, all, json);
  }

  /** Events as they come, `: keepalive` between them in a silence, an error event if they break. */
  async writeEvents(
    response: ServerResponse,
    headers: Headers,
    events: AsyncIterable<string>,
    renderError: (error: GatewayError) => string,
  ): Promise<void> {
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    response.flushHeaders();
    const stream = new EventStream(response, this.clock);
    this.idle.add(stream);
    try {
      for await (const event of events) await stream.write(event);
    } catch (fault) {
      await stream.write(renderError(asGatewayError(fault)));
    } finally {
      this.idle.delete(stream);
      stream.end();
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
    const stream = new EventStream(response, this.clock);
    try {
      for await (const chunk of chunks) await stream.write(chunk);
      stream.end();
    } catch {
      response.destroy();
    }
  }
}

/**
 * One open answer. It goes on taking events when its client has gone: the provider's usage may
 * still come, and whoever produces the events decides when to stop.
 */
class EventStream {
  private lastMs: number;
  private isBlocked = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly clock: Clock,
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

  /** Called each second: a silence gets a comment, between events only. */
  tick(nowMs: number): void {
    if (this.isBlocked || this.response.destroyed || nowMs - this.lastMs < KEEPALIVE_MS) return;
    this.lastMs = nowMs;
    this.response.write(SSE_KEEPALIVE);
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
