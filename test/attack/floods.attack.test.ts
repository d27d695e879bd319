import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { BodyIntake } from '../../apps/api/src/http/body-intake.js';
import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import { startGateway } from '../support/gateway.js';
import { sendRaw } from '../support/http.js';
import { addRow } from '../support/table.js';
import { waitFor } from '../support/wait-for.js';
import { Tally, type Fate } from './tally.js';

const UNKNOWN_KEYS = 3_000;
const AT_ONCE = 100;
const DRIPS = 100;
const IDLE = 1_000;
const LOOKS_AT_ONCE_MAX = 30; // What one address may ask for in vain, and one more each second.
const GRACE_MS = 11_000;

const gateway = await startGateway({
  workloads: [{ name: 'default' }, { name: 'few', rpm: 20 }],
});

/** A caller with a good key is served all the while. */
const isServed = async () => (await gateway.chat()).status === 200;

const head = (path: string, ...lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: x', ...lines, ''].join('\r\n');
const authorised = () => `authorization: Bearer ${gateway.key()}`;

it('keys that nobody made', async ({ task }) => {
  const tally = new Tally();
  const entropy = new SystemEntropy();
  const ask = async () => {
    const authorization = `Bearer ${generateVirtualKey('live', entropy).text}`;
    return (await gateway.get('/v1/models', { headers: { authorization } })).status;
  };
  expect(await isServed()).toBe(true); // A key that this replica has met.
  const startedMs = performance.now();
  let looks = 0;
  for (let asked = 0; asked < UNKNOWN_KEYS; asked += AT_ONCE) {
    for (const status of await Promise.all(Array.from({ length: AT_ONCE }, ask))) {
      // 401 is what the database says of a key, 429 is said without it.
      if (status === 401) looks++;
      tally.count(String(status), status === 401 || status === 429 ? 'refused' : 'through');
    }
    expect(await isServed()).toBe(true);
  }
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000);
  expect(looks).toBeLessThanOrEqual(LOOKS_AT_ONCE_MAX + seconds);
  addRow(task, { attack: 'keys that reached the database', attempts: looks });
  tally.expectNoneThrough(task);
});

it('requests of a good key beyond its rate, whatever they ask for', async ({ task }) => {
  const tally = new Tally();
  const options = { workload: 'few' };
  gateway.clock.skip(60_000); // Whatever this address had asked for in vain is forgotten.
  const ways = [
    () => gateway.get('/v1/models', options),
    () => gateway.post('/v1/chat/completions', '{', options),
    () => gateway.get('/v1/nothing/here', options),
    () => gateway.chat({}, options),
  ];
  for (let at = 0; at < 20; at++) await gateway.get('/v1/models', options);
  for (const [at, ask] of ways.entries()) {
    for (const { status } of await Promise.all(Array.from({ length: AT_ONCE }, ask))) {
      tally.count(`${at}: ${status}`, status === 429 ? 'refused' : 'through');
    }
  }
  expect(await isServed()).toBe(true);
  tally.expectNoneThrough(task);
});

it('heads and bodies that drip', async ({ task }) => {
  const tally = new Tally();
  const length = 'content-length: 100000';
  const kinds: Record<string, string> = {
    'half a head': 'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-',
    'a body': `${head('/v1/chat/completions', authorised(), 'content-type: application/json', length)}\r\n{"model":`,
    'a form': `${head('/v1/audio/transcriptions', authorised(), 'content-type: multipart/form-data; boundary=b', length)}\r\n--b\r\n`,
  };
  const bodies = gateway.app.get(BodyIntake);
  const answers = Object.entries(kinds).flatMap(([kind, start]) =>
    Array.from({ length: DRIPS }, async () => [kind, await sendRaw(gateway.url, start)] as const),
  );
  await waitFor('the bodies to begin', () => bodies.size === 2 * DRIPS);
  expect(await isServed()).toBe(true);
  gateway.clock.skip(GRACE_MS);
  for (const [kind, { status }] of await Promise.all(answers)) {
    const fate: Fate = status === 408 ? 'refused' : 'through';
    tally.count(`${kind}: ${status}`, fate);
  }
  expect([bodies.size, bodies.memoryBytes]).toEqual([0, 0]);
  expect(await isServed()).toBe(true);
  tally.expectNoneThrough(task);
});

it('connections on which nothing comes', async ({ task }) => {
  const tally = new Tally();
  const { port, hostname } = new URL(gateway.url);
  const sockets: Socket[] = [];
  for (let at = 0; at < IDLE; at++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
  }
  for (let at = 0; at < 10; at++)
    tally.count('a call', (await isServed()) ? 'harmless' : 'through');
  for (const socket of sockets) socket.destroy();
  expect(await isServed()).toBe(true);
  tally.expectNoneThrough(task);
});
