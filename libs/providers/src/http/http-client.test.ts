import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cancellation } from '#kernel';
import { waitFor } from '../../../../test/support/wait-for.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aServer } from '../testing/a-server.js';
import { HttpClient, type HttpRequest } from './http-client.js';
import type { HttpExchange } from './http-exchange.js';

let clock: FakeClock;
let client: HttpClient;
beforeEach(() => {
  clock = new FakeClock();
  client = new HttpClient(clock);
});
afterEach(() => client.onModuleDestroy());

const toRequest = (origin: string, change: Partial<HttpRequest> = {}): HttpRequest => ({
  origin,
  path: '/v1/chat/completions',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  ...change,
});
const open = () => new Cancellation();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function readAll(exchange: HttpExchange): Promise<string> {
  return Buffer.concat(await Array.fromAsync(exchange)).toString();
}

describe('HttpClient', () => {
  it('sends what it is given and hands the answer on as it comes', async () => {
    const { origin } = await aServer((request, response) => {
      void Array.fromAsync(request).then((chunks: Buffer[]) => {
        response.writeHead(
          201,
          [
            ['content-type', 'text/plain'],
            ['x-many', 'a'],
            ['x-many', 'b'],
          ].flat(),
        );
        response.write(`${request.method} ${request.url} `);
        response.end(Buffer.concat(chunks));
      });
    });
    const request = toRequest(origin, { path: '/v1/x?y=1', body: '{"a":"é"}' });
    const exchange = await client.send(request, open());
    expect(exchange.status).toBe(201);
    expect(exchange.headers).toMatchObject({ 'content-type': 'text/plain', 'x-many': 'a, b' });
    expect(exchange.wasSent).toBe(true);
    expect(await readAll(exchange)).toBe('POST /v1/x?y=1 {"a":"é"}');
  });

  it('takes the answer for the answer, not what comes before it', async () => {
    const { origin } = await aServer((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('answer');
    });
    const exchange = await client.send(toRequest(origin), open());
    expect([exchange.status, await readAll(exchange)]).toEqual([200, 'answer']);
  });

  it('streams a body of its own', async () => {
    const { origin } = await aServer((request, response) => void request.pipe(response));
    const body = Readable.from([Buffer.from('a'), Buffer.from('b')], { objectMode: false });
    const headers = { 'content-length': '2' };
    expect(await readAll(await client.send(toRequest(origin, { body, headers }), open()))).toBe(
      'ab',
    );
  });

  it('lets go of a long body when it is sent, not when its answer ends', async () => {
    const mib = 1_048_576;
    const { origin } = await aServer((request, response) => {
      request.resume().on('end', () => response.write('first'));
    });
    const heldMib = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers / mib;
    };
    const before = heldMib();
    const body = 'x'.repeat(16 * mib);
    const calls = Array.from({ length: 4 }, () => client.send(toRequest(origin, { body }), open()));
    const exchanges = await Promise.all(calls);
    await waitFor('the bodies to be gone', () => heldMib() - before < 16);
    for (const exchange of exchanges) exchange.abort(new Error('over'));
  });

  it('sends a long body with its length, to the byte', async () => {
    const { origin } = await aServer((request, response) => {
      void Array.fromAsync(request).then((chunks: Buffer[]) => {
        const sent = Buffer.concat(chunks);
        const { headers } = request;
        response.end(`${headers['content-length']} ${headers['transfer-encoding']} ${sent.length}`);
      });
    });
    const body = 'é'.repeat(300_000);
    const exchange = await client.send(toRequest(origin, { body }), open());
    expect(await readAll(exchange)).toBe('600000 undefined 600000');
    expect(exchange.wasSent).toBe(true);
  });

  it('lets the provider wait for a reader who is slower', async () => {
    const chunk = Buffer.alloc(64 * 1_024);
    const total = 64 * 1_024 * 1_024;
    let written = 0;
    const { origin } = await aServer((_request, response) => {
      const more = () => {
        while (written < total) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const exchange = await client.send(toRequest(origin), open());
    await waitFor('a provider that stands still', async () => {
      const before = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return written === before && written > 0;
    });
    expect(written).toBeLessThan(total / 2);
    let bytes = 0;
    for await (const piece of exchange) bytes += piece.length;
    expect(bytes).toBe(total);
  });

  it('hands on together what came together, in pieces that are small', async () => {
    const chunk = `3e8\r\n${'x'.repeat(1_000)}\r\n`;
    const { origin } = await aServer(({ socket }) => {
      const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
      socket.write(`${head}${chunk.repeat(40)}0\r\n\r\n`);
    });
    const pieces = await Array.fromAsync(await client.send(toRequest(origin), open()));
    expect(Buffer.concat(pieces)).toHaveLength(40_000);
    expect(pieces.length).toBeLessThan(20);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8_192);
  });

  it('ends a request whose call is given up, for the reason it was given up for', async () => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await aServer((_request, response) => {
      response.write('first');
      response.on('close', () => closed.resolve());
    });
    const cancellation = new Cancellation();
    const exchange = await client.send(toRequest(origin), cancellation);
    const reading = readAll(exchange);
    cancellation.cancel(new Error('the caller has gone'));
    await expect(reading).rejects.toThrow('the caller has gone');
    await closed.promise;
  });

  it('ends a request that still waits for its head', async () => {
    const { origin } = await aServer(() => undefined);
    const cancellation = new Cancellation();
    const sending = client.send(toRequest(origin), cancellation);
    cancellation.cancel(new Error('too late'));
    await expect(sending).rejects.toThrow('too late');
  });

  it('does not begin a request whose call is over', async () => {
    const { origin } = await aServer((_request, response) => void response.end());
    const cancellation = new Cancellation();
    cancellation.cancel(new Error('over'));
    await expect(client.send(toRequest(origin), cancellation)).rejects.toThrow('over');
  });

  it('does not wait for a connection that nobody needs any more', async () => {
    // Accepts nothing: its backlog is full, so that connecting takes for ever.
    const server = createServer().listen(0, '127.0.0.1', 0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const cancellation = new Cancellation();
    const sending = client.send(
      toRequest(`https://127.0.0.1:${port}`), // TLS: nobody ever answers its greeting.
      cancellation,
    );
    cancellation.cancel(new Error('too late'));
    await expect(sending).rejects.toThrow('too late'); // Who waits is told of the limit instead.
    server.close();
  });

  it('reports an answer that breaks off, after everything that had come', async () => {
    const { origin } = await aServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const exchange = await client.send(toRequest(origin), open());
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of exchange) read.push(Buffer.from(chunk).toString());
    })();
    await expect(reading).rejects.toMatchObject({ wasSent: true });
    expect(read.join('')).toBe('half');
  });

  it('tells a request that was sent from one that never was', async () => {
    const { origin } = await aServer((request) => {
      request.on('end', () => request.socket.destroy());
      request.resume();
    });
    await expect(client.send(toRequest(origin), open())).rejects.toMatchObject({ wasSent: true });
    const refused = 'http://127.0.0.1:1';
    await expect(client.send(toRequest(refused), open())).rejects.toMatchObject({
      wasSent: false,
      code: 'ECONNREFUSED',
    });
  });

  it('tells a body that was lost on the way from one that was sent', async () => {
    const { origin } = await aServer((request) => {
      request.once('data', () => request.socket.destroy());
    });
    async function* endless() {
      for (;;) yield Buffer.alloc(64 * 1_024);
    }
    const body = Readable.from(endless(), { objectMode: false });
    await expect(client.send(toRequest(origin, { body }), open())).rejects.toMatchObject({
      wasSent: false,
    });
  });
});

/** A call that follows at once may come before the connection is back in the pool. */
const CONNECTIONS_IN_TURN = 2;

describe('a connection', () => {
  it('serves the next call when the answer was read to its end', async () => {
    const server = await aServer((_request, response) => void response.end('x'));
    for (let call = 0; call < 10; call++) {
      await readAll(await client.send(toRequest(server.origin), open()));
    }
    expect(server.connections()).toBeLessThanOrEqual(CONNECTIONS_IN_TURN);
  });

  it('serves the next call although the reader left before the last bytes', async () => {
    let finish = () => {};
    const server = await aServer((_request, response) => {
      response.write('data: [DONE]\n\n');
      finish = () => void response.end('\n');
    });
    for (let call = 0; call < 10; call++) {
      const exchange = await client.send(toRequest(server.origin), open());
      for await (const _ of exchange) break;
      expect(clock.pending).toBe(1);
      finish();
      await waitFor('the tail to pass', () => clock.pending === 0);
    }
    expect(server.connections()).toBeLessThanOrEqual(CONNECTIONS_IN_TURN);
  });

  it('is closed when what the reader left behind does not end', async () => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await aServer((_request, response) => {
      response.write('x');
      response.on('close', () => closed.resolve());
    });
    const exchange = await client.send(toRequest(origin), open());
    for await (const _ of exchange) break;
    clock.advance(1_000);
    await closed.promise;
  });
});
