import type { IncomingHttpHeaders } from 'node:http';
import { LOGGED_BODY_BYTES_MAX, LOGGED_REQUESTS_MAX } from '../limits.js';

interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bodyBytes: number;
  readonly body: Buffer;
}

/** The last requests, so that a test can prove what left the gateway. Holds no credentials. */
export class RequestLog {
  private readonly requests: LoggedRequest[] = [];

  add(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): void {
    const isLong = body.length > LOGGED_BODY_BYTES_MAX;
    this.requests.push({
      method,
      path,
      headers,
      bodyBytes: body.length,
      // A copy: a view would keep the whole body in memory.
      body: isLong ? Buffer.from(body.subarray(0, LOGGED_BODY_BYTES_MAX)) : body,
    });
    if (this.requests.length > LOGGED_REQUESTS_MAX) this.requests.shift();
  }

  /** Oldest first. */
  list() {
    return this.requests.map(({ method, path, headers, bodyBytes, body }) => ({
      method,
      path,
      headers: withoutCredentials(headers),
      body_bytes: bodyBytes,
      body: body.toString(),
    }));
  }

  clear(): void {
    this.requests.length = 0;
  }
}

const CREDENTIALS = new Set(['authorization', 'api-key', 'x-api-key', 'cookie']);

const withoutCredentials = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name)));
