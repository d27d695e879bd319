import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Credentials, type DispatchRecord, type MeteredCall } from '#call';
import { ByteLease, Cancellation, Secret } from '#kernel';
import { aCall, anEndpoint } from '../../../test/support/a-call.js';
import { TestClock } from '../../../test/support/test-clock.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { ANSWERS_MEMORY_MAX, type AnswerRoom } from '#platform';
import type { HttpClient } from './http/http-client.js';
import type { ProviderDispatcher } from './provider.dispatcher.js';
import { aDispatcher } from './testing/a-dispatcher.js';
import { aServer } from './testing/a-server.js';

const MIB = 1_048_576;
const WAIT_MS = 5_000;

class OneCredential extends Credentials {
  secretOf(): Secret {
    return new Secret('sk-test');
  }
}

let clock: TestClock;
let client: HttpClient;
let room: AnswerRoom;
let dispatcher: ProviderDispatcher;
beforeEach(() => {
  clock = new TestClock();
  ({ dispatcher, client, answers: room } = aDispatcher(clock, new OneCredential()));
});
afterEach(() => client.onModuleDestroy());

const whole = (bytes: number): string =>
  JSON.stringify({ choices: [{ index: 0, message: { content: 'x'.repeat(bytes) } }] });
const event = (bytes: number): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(bytes) } }] })}\n\n`;

async function aScene(isStreaming: boolean, ...pieces: string[]) {
  const type = isStreaming ? 'text/event-stream' : 'application/json';
  const listener: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.on('error', () => undefined);
      response.writeHead(200, { 'content-type': type });
      for (const piece of pieces) response.write(piece);
      response.end();
    });
  };
  const { origin } = await aServer(listener);
  const endpoints = [anEndpoint({ name: 'acme', baseUrl: `${origin}/v1` })];
  const hold: MeteredCall['hold'] = {
    nano: 0n,
    inputTokens: 0,
    outputTokens: 0,
    endpoints,
    rateHeaders: {},
  };
  const memory = new ByteLease();
  const call = aCall({ hold, memory, isStreaming });
  const record: DispatchRecord = {
    cancellation: new Cancellation(),
    attempts: [],
    endpoint: null,
    billable: 'nothing',
    noteSent: () => undefined,
    spent: [],
  };
  const sent = dispatcher.send(call, record);
  sent.catch(() => undefined);
  return { sent, record, memory };
}

const isWaiting = () => room.bytes.isContended;
const fillRoom = () => room.bytes.tryTake(ANSWERS_MEMORY_MAX);

describe('an answer that is held whole', () => {
  it('holds memory for its length until its call ends', async () => {
    const { sent, memory } = await aScene(false, whole(MIB));
    await sent;
    expect(room.memoryBytes).toBeGreaterThan(MIB);
    memory.end();
    expect(room.memoryBytes).toBe(0);
  });

  it('holds what is left to be written, once that is known', async () => {
    const { sent, memory } = await aScene(false, whole(MIB));
    await sent;
    room.keepOnly(memory, 'x'.repeat(MIB));
    expect(room.memoryBytes).toBe(MIB);
    room.keepOnly(memory, 'x');
    expect(room.memoryBytes).toBe(0);
  });

  it('takes nothing when it is small, however full the room is', async () => {
    fillRoom();
    const { sent } = await aScene(false, whole(1_000));
    expect((await sent).status).toBe(200);
    expect(room.memoryBytes).toBe(ANSWERS_MEMORY_MAX);
  });

  it('is read on when the room has place', async () => {
    fillRoom();
    const { sent } = await aScene(false, whole(2 * MIB));
    await waitFor('an answer that waits', isWaiting);
    room.bytes.give(ANSWERS_MEMORY_MAX);
    const { body } = await sent;
    expect(body.kind === 'json' && body.frame.document?.text.length).toBeGreaterThan(2 * MIB);
  });

  it('is refused after a while as what it is: made, maybe charged, and no fault of its provider', async () => {
    fillRoom();
    const { sent, record } = await aScene(false, whole(2 * MIB));
    await waitFor('an answer that waits', isWaiting);
    clock.skip(WAIT_MS);
    await expect(sent).rejects.toMatchObject({
      key: 'gateway_overloaded',
      details: { gw: { cause: 'answer_memory' } },
    });
    expect(record).toMatchObject({
      billable: 'answer',
      attempts: [{ provider: 'acme', status: 200, transport: null }],
    });
    expect(room.memoryBytes).toBe(ANSWERS_MEMORY_MAX);
    expect(clock.alarms).toBe(0);
  });

  it('gives its place up when its call ends while it waits', async () => {
    fillRoom();
    const { sent, record, memory } = await aScene(false, whole(2 * MIB));
    await waitFor('an answer that waits', isWaiting);
    record.cancellation.cancel(new Error('the caller has gone'));
    await expect(sent).rejects.toThrow('the caller has gone');
    memory.end();
    room.bytes.give(ANSWERS_MEMORY_MAX);
    await waitFor('nothing held', () => room.memoryBytes === 0);
  });

  it('holds nothing when it cannot be read', async () => {
    const { sent } = await aScene(false, 'x'.repeat(2 * MIB));
    await expect(sent).rejects.toMatchObject({ key: 'upstream_failed' });
    expect(room.memoryBytes).toBe(0);
  });

  it('counts its values apart from its text', async () => {
    const list = `{"choices":[],"list":[${'1,'.repeat(MIB)}1]}`;
    const { sent, memory } = await aScene(false, list);
    await sent;
    expect(room.nodes.bytesTaken).toBeGreaterThan(64 * MIB);
    memory.end();
    expect(room.memoryBytes).toBe(0);
  });
});

describe('a stream', () => {
  it('holds memory for a large event until whoever reads it asks for more', async () => {
    const { sent } = await aScene(true, event(1_000), event(2 * MIB), event(1_000));
    const { body } = await sent;
    if (body.kind !== 'events') throw new Error('not a stream');
    let most = 0;
    const lengths: number[] = [];
    for await (const batch of body.batches) {
      most = Math.max(most, room.memoryBytes);
      for (const { document } of batch) lengths.push(document?.text.length ?? 0);
    }
    expect(most).toBeGreaterThan(2 * MIB);
    expect(lengths.filter((length) => length > 0)).toHaveLength(3);
    expect(room.memoryBytes).toBe(0);
  });

  it('ends with a true error when there is no memory for its next event', async () => {
    fillRoom();
    const { sent } = await aScene(true, event(1_000), event(2 * MIB));
    const { body } = await sent;
    if (body.kind !== 'events') throw new Error('not a stream');
    const read = Array.fromAsync(body.batches);
    read.catch(() => undefined);
    await waitFor('an event that waits', isWaiting);
    clock.skip(WAIT_MS);
    await expect(read).rejects.toMatchObject({ key: 'gateway_overloaded' });
    expect(room.memoryBytes).toBe(ANSWERS_MEMORY_MAX);
  });

  it('gives back what it holds when its reader leaves', async () => {
    const { sent } = await aScene(true, event(2 * MIB), event(1_000));
    const { body } = await sent;
    if (body.kind !== 'events') throw new Error('not a stream');
    expect(room.memoryBytes).toBeGreaterThan(2 * MIB);
    for await (const _ of body.batches) break;
    expect(room.memoryBytes).toBe(0);
  });
});
