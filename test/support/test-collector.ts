import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { readPoints, readResource, readSpans, type ReadPoint, type ReadSpan } from './otlp.js';
import { waitFor } from './wait-for.js';

/** How it meets what it is sent. `hangs`: takes it and never answers. */
type Manner = 'takes' | 'refuses' | 'hangs';

/** Takes what is told over OTLP, as a collector does. */
export class TestCollector {
  readonly spans: ReadSpan[] = [];
  readonly points: ReadPoint[] = [];
  /** Everything that came, for a look at what must not be in it. */
  readonly bodies: Buffer[] = [];
  resource: ReturnType<typeof readResource> = {};
  requests = 0;

  private constructor(
    readonly url: string,
    readonly close: () => void,
  ) {}

  static async start(manner: Manner = 'takes'): Promise<TestCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const sent = Buffer.concat(chunks);
        const isPacked = request.headers['content-encoding'] === 'gzip';
        collector.take(request.url ?? '', isPacked ? gunzipSync(sent) : sent);
        answer(response, manner);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new TestCollector(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return collector;
  }

  /** Spans of one trace, once all of those are there that are asked for. */
  async trace(traceId: string, count: number): Promise<readonly ReadSpan[]> {
    const found = () => this.spans.filter((span) => span.traceId === traceId);
    await waitFor(`${count} spans of ${traceId}`, () => found().length >= count);
    return found();
  }

  private take(path: string, body: Buffer): void {
    this.requests++;
    this.bodies.push(body);
    this.resource = readResource(body);
    if (path === '/v1/traces') this.spans.push(...readSpans(body));
    if (path === '/v1/metrics') this.points.push(...readPoints(body));
  }
}

function answer(response: ServerResponse, manner: Manner): void {
  if (manner === 'takes') response.end();
  if (manner === 'refuses') response.writeHead(400).end();
}
