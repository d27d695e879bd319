import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Clock, SystemClock } from '#kernel';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { checkedLookup, OutboundClient, type Resolve } from './outbound-client.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function aServer(answer: RequestListener = (_request, response) => response.end()) {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/`, connections: () => connections };
}

function aClient(trusted: readonly string[], resolve?: Resolve, clock: Clock = new SystemClock()) {
  const client = new OutboundClient(new Set(trusted), clock, resolve);
  closing.push(() => client.onModuleDestroy());
  return client;
}

const to = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
const at =
  (...addresses: string[]): Resolve =>
  (_host, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

it('sends to a host that the operator has listed, and tells the status', async () => {
  const { url } = await aServer((_request, response) => response.writeHead(204).end());
  expect(await aClient(['127.0.0.1']).post(to(url))).toBe(204);
});

it('never connects where a name leads to this machine', async () => {
  const { port, connections } = await aServer();
  const client = aClient([], at('127.0.0.1'));
  // The port is none that is allowed, so the name is asked for on one that is.
  await expect(client.post(to('https://rebound.example/'))).rejects.toThrow('public internet');
  await expect(client.post(to(`https://127.0.0.1:${port}/`))).rejects.toThrow('port');
  expect(connections()).toBe(0);
});

it('follows no redirect', async () => {
  const inner = await aServer();
  const outer = await aServer((_request, response) =>
    response.writeHead(307, { location: inner.url }).end(),
  );
  expect(await aClient(['127.0.0.1']).post(to(outer.url))).toBe(307);
  expect(inner.connections()).toBe(0);
});

it('ends a wait that is too long, and says no more than that', async () => {
  const { url, connections } = await aServer(() => undefined);
  const clock = new FakeClock();
  const sent = aClient(['127.0.0.1'], undefined, clock).post(to(url));
  const refused = expect(sent).rejects.toThrow('it did not answer in time');
  await waitFor('the connection', () => connections() === 1);
  clock.advance(10_000);
  await refused;
});

it('reads no answer without an end', async () => {
  const { url } = await aServer((_request, response) => {
    const piece = 'x'.repeat(65_536);
    const go = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', go);
    go();
  });
  expect(await aClient(['127.0.0.1']).post(to(url))).toBe(200);
});

it('says why a host cannot be reached, without what it said', async () => {
  const { url } = await aServer((request) => request.socket.end('secret'));
  const sent = aClient(['127.0.0.1']).post(to(url));
  await expect(sent).rejects.toThrow(/^it could not be reached(?: \(\w+\))?$/);
});

const lookUp = (resolve: Resolve, all: boolean) =>
  new Promise((done) => {
    checkedLookup(resolve)('name.example', { all }, (fault, address, family) =>
      done(fault?.message ?? [address, family]),
    );
  });

it('connects to the addresses that were checked, looked up once', async () => {
  let asked = 0;
  const turning: Resolve = (host, done) => at(asked++ === 0 ? '1.1.1.1' : '127.0.0.1')(host, done);
  expect(await lookUp(turning, true)).toEqual([[{ address: '1.1.1.1', family: 4 }], undefined]);
  expect(asked).toBe(1);
  expect(await lookUp(at('2606:4700::1'), false)).toEqual(['2606:4700::1', 6]);
});

it('tells of a name that nobody has, as the system itself looks it up', async () => {
  await expect(aClient([]).post(to('https://nobody.invalid/'))).rejects.toThrow(
    /^it could not be reached \(E/,
  );
});

it('refuses a name of which one address is not public, and one without any', async () => {
  expect(await lookUp(at('1.1.1.1', '10.0.0.1'), true)).toContain('public internet');
  expect(await lookUp(at('1.1.1.1', '::1'), false)).toContain('public internet');
  expect(await lookUp(at(), true)).toContain('public internet');
  // As Node has it, which its types do not say.
  const away: Resolve = (_host, done) => done(new Error('ENOTFOUND'), undefined);
  expect(await lookUp(away, true)).toBe('ENOTFOUND');
});
