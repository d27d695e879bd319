import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { DatabaseUnavailable, Pulse, SILENT_AFTER_MS } from './pulse.js';

/** After a look that came late, monotonic time is ahead of the looks. */
class LateClock extends FakeClock {
  stoodStillMs = 0;

  override monotonicMs(): number {
    return super.monotonicMs() + this.stoodStillMs;
  }
}

const FAR_MS = 3_000; // Until a far server has let a client in.
/** How a server turns a client away, and why. */
function refusalOf(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mturned away\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let clock: LateClock;
let server: Server;
let sockets: Socket[];
let pulse: Pulse;
let silences: number;

beforeEach(async () => {
  clock = new LateClock();
  sockets = [];
  server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  silences = 0;
  pulse = new Pulse(`postgres://gw@127.0.0.1:${port}/gw`, () => silences++, clock);
});
afterEach(() => {
  pulse.stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** What becomes of a statement that is never answered. */
function ask() {
  const asked: { fault?: Error } = {};
  pulse
    .watch(() => new Promise<never>(() => undefined))
    .catch((fault: Error) => {
      asked.fault = fault;
    });
  return asked;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('refuses who waits for a server that does not answer within one budget, under a second', async () => {
  expect(SILENT_AFTER_MS).toBeLessThan(700); // The rest of a second is for a machine that is busy.
  const asked = ask();
  clock.advance(SILENT_AFTER_MS - 100);
  await settled();
  expect(asked.fault).toBeUndefined();
  clock.advance(100);
  await settled();
  expect(asked.fault).toBeInstanceOf(DatabaseUnavailable);
  expect([silences, pulse.isSilent]).toEqual([1, true]);
});

it('adds no more to the budget than this process stood still, and takes that for no silence', async () => {
  const asked = ask();
  clock.advance(250);
  clock.stoodStillMs += 30_000;
  clock.advance(200);
  await settled();
  expect(asked.fault).toBeUndefined();
  clock.advance(SILENT_AFTER_MS - 450);
  await settled();
  expect(asked.fault).toBeInstanceOf(DatabaseUnavailable);
});

/** As many looks as a silent server would be given, and as many again. */
async function lookOn(): Promise<void> {
  for (let ms = 0; ms < 2 * SILENT_AFTER_MS; ms += 50) {
    clock.advance(50);
    if (ms < 250) continue;
    await waitFor(
      'every try to be answered',
      () => sockets.length > 0 && sockets.every((socket) => socket.closed),
    );
    await settled();
  }
}

it('takes a server for alive that has no room for one more', async () => {
  server.on('connection', (socket: Socket) => socket.resume().end(refusalOf('53300')));
  const asked = ask();
  await lookOn();
  expect([asked.fault, silences]).toEqual([undefined, 0]);
});

it('takes a server for gone that is starting, since its former connections are dead', async () => {
  server.on('connection', (socket: Socket) => socket.resume().end(refusalOf('57P03')));
  const asked = ask();
  await lookOn();
  expect(asked.fault).toBeInstanceOf(DatabaseUnavailable);
});

it('gives a far server the time to let it in again', async () => {
  ask();
  clock.advance(SILENT_AFTER_MS);
  sockets.length = 0;
  clock.advance(50);
  await once(server, 'connection');
  clock.advance(FAR_MS);
  await settled();
  expect(sockets.some((socket) => !socket.closed)).toBe(true);
  expect(sockets).toHaveLength(1);
});
