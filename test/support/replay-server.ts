import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export interface Replay {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Each goes out in a write of its own, as the network would cut it. */
  readonly pieces: Iterable<Buffer>;
  /** The connection breaks behind the last piece. */
  readonly isCut?: boolean;
}

export interface Received {
  readonly method: string;
  /** With query. */
  readonly path: string;
  /** Credentials included, unlike what a sandbox shows. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A provider that answers what it is told to, whatever it is asked, and remembers it to the byte. */
export class ReplayServer {
  readonly received: Received[] = [];
  /** Requests whose answer has not ended. */
  openCount = 0;
  /** Bytes that the connections have taken so far. */
  writtenBytes = 0;
  answer: (request: Received) => Replay = () => json({});
  /** False for uploads that would fill the memory. */
  keepsBodies = true;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<ReplayServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      replay.openCount++;
      response.once('close', () => replay.openCount--);
      request.on('data', (chunk: Buffer) => {
        if (replay.keepsBodies) chunks.push(chunk);
      });
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const received = { method, path, headers, body: Buffer.concat(chunks) };
        replay.received.push(received);
        void replay.send(response, replay.answer(received));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const replay = new ReplayServer(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return replay;
  }

  private async send(response: ServerResponse, { status, headers, pieces, isCut }: Replay) {
    response.writeHead(status ?? 200, { ...headers } as Record<string, string>);
    response.on('error', () => undefined); // Whoever asked may leave at any time.
    for (const piece of pieces) {
      if (response.destroyed) return;
      const hasRoom = response.write(piece);
      this.writtenBytes += piece.length;
      if (!hasRoom) await roomIn(response);
      else if (isCut !== undefined) await setImmediate(); // Each piece on its own packet.
    }
    if (isCut) response.destroy();
    else response.end();
  }
}

export const json = (value: unknown, headers: Replay['headers'] = {}): Replay => ({
  headers: { 'content-type': 'application/json', ...headers },
  pieces: [Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))],
});

export const events = (pieces: Iterable<Buffer>, rest: Partial<Replay> = {}): Replay => ({
  headers: { 'content-type': 'text/event-stream' },
  pieces,
  ...rest,
});

function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
