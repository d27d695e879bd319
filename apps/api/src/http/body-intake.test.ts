import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Cancellation, ByteLease } from '#kernel';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { BodyIntake } from './body-intake.js';
import {
  BODY_MEMORY_FACTOR,
  CONTENDED_BODY_MS_MAX,
  JSON_BYTES_MAX,
  LARGE_BODIES_MEMORY_MAX,
  ROOM_WAIT_MS,
  SMALL_BODY_BYTES_MAX,
} from './limits.js';

const MIB = 1_048_576;
const refused = (key: string) => expect.objectContaining({ key });

function aScene() {
  const clock = new FakeClock();
  const intake = new BodyIntake(clock);
  const taken = () => intake.small.bytesTaken + intake.large.bytesTaken;
  /** A request whose body comes as the test writes it. */
  const post = (declared: number | null) => {
    const stream = new PassThrough();
    const headers =
      declared === null
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(declared) };
    const request = Object.assign(stream, { headers }) as unknown as IncomingMessage;
    const lease = new ByteLease();
    const read = intake.open(request, lease).json(new Cancellation());
    read.catch(() => undefined);
    return { stream, request, lease, read };
  };
  /** Large ones that hold all of their room. */
  const fill = () => {
    const each = Math.floor(LARGE_BODIES_MEMORY_MAX / BODY_MEMORY_FACTOR / JSON_BYTES_MAX);
    return Array.from({ length: each }, () => post(JSON_BYTES_MAX));
  };
  return { clock, intake, taken, post, fill };
}

it('takes a multiple of a body’s length before reading it, and gives it back at the end', async () => {
  const { intake, taken, post } = aScene();
  const { stream, lease, read } = post(1_000);
  expect(taken()).toBe(1_000 * BODY_MEMORY_FACTOR);
  stream.end(JSON.stringify({ text: 'x'.repeat(989) }));
  expect((await read).nodes).toBe(2);
  expect(intake.smallNodes.bytesTaken).toBeGreaterThan(0);
  expect(intake.smallNodes.bytesTaken).toBeLessThan(1_000);
  lease.end();
  expect([taken(), intake.smallNodes.bytesTaken]).toEqual([0, 0]);
});

it('lets a large body wait for its room, unread, and then read it', async () => {
  const { post, fill, intake } = aScene();
  const [first] = fill();
  const { stream, request, read } = post(JSON_BYTES_MAX);
  stream.end('[]');
  await new Promise(setImmediate);
  expect(intake.large.isContended).toBe(true);
  expect(request.readableDidRead).toBe(false);
  first?.lease.end();
  expect((await read).text).toBe('[]');
});

it('refuses a body that found no room in time, and serves small ones all the while', async () => {
  const { clock, post, fill } = aScene();
  fill();
  const large = post(JSON_BYTES_MAX);
  const small = post(SMALL_BODY_BYTES_MAX);
  small.stream.end('[]');
  expect((await small.read).text).toBe('[]');
  clock.advance(ROOM_WAIT_MS);
  await expect(large.read).rejects.toEqual(refused('gateway_overloaded'));
});

it('gives up a body that trickles in the place of those who wait', async () => {
  const { clock, post, fill } = aScene();
  const trickling = fill();
  trickling.forEach(({ stream }) => stream.write(' '.repeat(MIB)));
  await new Promise(setImmediate);
  clock.advance(CONTENDED_BODY_MS_MAX);
  const waiting = post(JSON_BYTES_MAX);
  clock.advance(1_000);
  for (const { read, lease } of trickling) {
    await expect(read).rejects.toEqual(refused('gateway_overloaded'));
    lease.end();
  }
  waiting.stream.end('[]');
  expect((await waiting.read).text).toBe('[]');
});

it('gives up a body that comes at less than its pace, and no other', async () => {
  const { clock, post } = aScene();
  const [slow, steady] = [post(40_000), post(40_000)];
  slow.stream.write(' '.repeat(10_000));
  steady.stream.write(' '.repeat(20_000));
  await new Promise(setImmediate);
  clock.advance(11_000);
  await expect(slow.read).rejects.toEqual(refused('body_too_slow'));
  steady.stream.end(`[${' '.repeat(19_998)}]`);
  expect((await steady.read).nodes).toBe(1);
});

it('takes memory in steps where no length was declared, and what is too much back', async () => {
  const { intake, taken, post } = aScene();
  const { stream, read } = post(null);
  const before = taken();
  stream.write('[');
  for (let piece = 0; piece < 64; piece++) stream.write(' '.repeat(16_384));
  await waitFor('the body to be large', () => intake.large.bytesTaken > 0);
  expect([before > 0, intake.small.bytesTaken]).toEqual([true, 0]);
  stream.end(']');
  await read;
  expect(taken()).toBe((MIB + 2) * BODY_MEMORY_FACTOR);
});

it('ends for a client that went while it waited', async () => {
  const { post, fill } = aScene();
  const [first] = fill();
  const { stream, read } = post(JSON_BYTES_MAX);
  stream.destroy();
  first?.lease.end();
  await expect(read).rejects.toEqual(refused('body_malformed'));
});
