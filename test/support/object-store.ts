import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a store does wrong, until it is told another: `hang` takes the request and says nothing, `stall` stops in the middle of an object. */
export type StoreFault = 'refuse' | 'busy' | 'hang' | 'stall' | 'cut';

/** An object store as far as it is used: objects by their path, each put whole. */
export class ObjectStore {
  readonly objects = new Map<string, Buffer>();
  /** Of requests of a method, as in `GET`. */
  readonly faults = new Map<string, StoreFault>();
  /** Methods of what it was asked. */
  readonly asked: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://store').pathname;
    const { method = '' } = request;
    this.asked.push(method);
    const fault = this.faults.get(method);
    if (fault === 'refuse') return void request.socket.destroy();
    if (fault === 'hang') return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = this.objects.get(path);
      if (fault === 'busy') return void response.writeHead(503).end(SLOW_DOWN);
      if (method === 'PUT') this.objects.set(path, Buffer.concat(chunks));
      else if (method === 'DELETE') this.objects.delete(path);
      else if (!found) response.statusCode = 404;
      else if (fault) return breakOff(response, found, fault);
      response.end(method === 'GET' ? found : undefined);
    });
  });

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore();
    store.server.listen(0, '127.0.0.1');
    await new Promise((resolve) => store.server.once('listening', resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const SLOW_DOWN =
  '<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>';

function breakOff(response: ServerResponse, object: Buffer, fault: StoreFault): void {
  response.writeHead(200, { 'content-length': object.length });
  response.write(object.subarray(0, object.length / 2), () => {
    if (fault === 'cut') response.destroy();
  });
}
