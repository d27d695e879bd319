import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { AnswerRoom } from '#platform';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { readAnswer } from '../../support/http.js';
import { events, json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

const MIB = 1_048_576;
const WAIT_MS = 5_000;
const FULL = 1_024 * MIB; // More than the room holds, which lets such a piece in when it is empty.

const provider = await ReplayServer.start();
afterAll(() => provider.close());
const gateway = await startGateway({
  providers: [{ name: 'acme', base_url: `${provider.url}/v1` }],
});
const room = gateway.app.get(AnswerRoom);

let hasFilled = false;
function fillRoom(): void {
  hasFilled = room.bytes.tryTake(FULL);
  expect(hasFilled).toBe(true);
}
function emptyRoom(): void {
  if (hasFilled) room.bytes.give(FULL);
  hasFilled = false;
}
const somebodyWaits = () => waitFor('an answer that waits', () => room.bytes.isContended);

beforeEach(() => {
  provider.answer = () =>
    json({ choices: [{ index: 0, message: { role: 'assistant', content: 'x'.repeat(2 * MIB) } }] });
});
afterEach(async () => {
  emptyRoom();
  await waitFor('all memory to be back', () => room.memoryBytes === 0);
});

it('an answer that finds no memory is a true error, charged as what its provider made', async () => {
  fillRoom();
  const asked = gateway.chat({ model: 'acme/small' });
  await somebodyWaits();
  passWait();
  const answer = await asked;
  const id = expectError(answer, 'gateway_overloaded', {
    message: /no memory free for this answer/,
  });
  expect(answer.headers['retry-after']).toBe('2');
  expect(await gateway.records.entry(id)).toMatchObject({
    type: 'call',
    http_status: 503,
    ended_by: 'error',
  });
  const [charge] = (await gateway.records.ledger(id)).filter(({ kind }) => kind === 'settle');
  expect(Number(charge?.nano)).toBeGreaterThanOrEqual(NANO_IN);
});

it('an answer that waited for its memory is whole', async () => {
  fillRoom();
  const asked = gateway.chat({ model: 'acme/small' });
  await somebodyWaits();
  emptyRoom();
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(answer.bytes.length).toBeGreaterThan(2 * MIB);
});

it('a small answer needs none of it', async () => {
  fillRoom();
  expect((await gateway.chat()).status).toBe(200);
});

it('a stream that finds no memory for an event ends with the error, and is on record', async () => {
  const chunkOf = (content: string) =>
    Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  provider.answer = () => events([chunkOf('first'), chunkOf('x'.repeat(2 * MIB))]);
  fillRoom();
  const opened = await gateway.open({ model: 'acme/small' });
  const read = readAnswer(opened);
  await somebodyWaits();
  passWait();
  const { text } = await read;
  expect(text).toContain('first');
  expect(text).toContain('"code":"overloaded"');
  const entry = await gateway.records.entry(String(opened.headers['request-id']));
  expect(entry).toMatchObject({ type: 'call', ended_by: 'error' });
});

it('a caller who leaves takes nothing along', async () => {
  const opened = await gateway.open({ model: 'acme/small', stream: false });
  opened.hangUp();
  await gateway.records.settled();
});

function passWait(): void {
  gateway.clock.skip(WAIT_MS);
}
