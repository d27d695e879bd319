import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { OPEN_CALLS_MAX } from '#call';
import { Clock, runInSlices, sha256, type Cancellation, type Secret } from '#kernel';
import { HttpExchange } from './http-exchange.js';
import { hashOf, PIECE_CHARS, piecesOf, streamOf } from './request-pieces.js';
import { SecretFilter } from './secret-filter.js';

export interface HttpRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  /** What opens the provider's door: it does not come back, whatever the answer quotes. */
  readonly secret?: Secret | undefined;
  /** Headers to add, made of the SHA-256 of the body, hexadecimal. Only for a body that is a text. */
  readonly sign?: (bodyHash: string) => Readonly<Record<string, string>>;
}

const CONNECT_TIMEOUT_MS = 5_000; // TCP and TLS together; a host that is slower than this is down.
const KEEP_ALIVE_MS = 10_000; // Below the idle limits of the usual load balancers.

/** The only place that opens connections to providers. */
@Injectable()
export class HttpClient implements OnModuleDestroy {
  private readonly agent = new Agent({
    connections: OPEN_CALLS_MAX, // Per origin: a call never waits for one that another holds.
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // Deadlines are the call's own, so that no second clock decides about the same wait.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  constructor(private readonly clock: Clock) {}

  /** Resolves when the answer's head is there. Rejects with undici's error, see `transportOf`. */
  async send(request: HttpRequest, cancellation: Cancellation): Promise<HttpExchange> {
    const { body, sign } = request;
    if (typeof body !== 'string') return this.dispatch(request, cancellation);
    if (body.length <= PIECE_CHARS) {
      const headers = { ...request.headers, ...sign?.(sha256(body).toString('hex')) };
      return this.dispatch({ ...request, headers }, cancellation);
    }
    const pieces = await runInSlices(piecesOf(body), cancellation);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const headers = {
      ...request.headers,
      ...(sign && sign(await runInSlices(hashOf(pieces), cancellation))),
      'content-length': String(bytes),
    };
    return this.dispatch({ ...request, headers, body: streamOf(pieces) }, cancellation);
  }

  private dispatch(
    { origin, path, method, headers, body, secret }: HttpRequest,
    cancellation: Cancellation,
  ): Promise<HttpExchange> {
    const exchange = new HttpExchange(cancellation, this.clock, SecretFilter.of(secret?.reveal()));
    this.agent.dispatch({ origin, path, method, headers, body }, exchange);
    return exchange.head;
  }

  async onModuleDestroy(): Promise<void> {
    await this.agent.destroy();
  }
}
