import { expect, it } from 'vitest';
import { parseJson } from '#kernel';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { ProgressRelay, type Progress } from './progress-relay.js';

const TOKEN = 7;
const note = (params: object, method = 'notifications/progress') =>
  parseJson(
    JSON.stringify({ jsonrpc: '2.0', method, params: { progressToken: TOKEN, ...params } }),
  );

/** All that is told once nothing more comes. */
async function rest(relay: ProgressRelay): Promise<readonly Progress[]> {
  relay.end();
  const told: Progress[] = [];
  for (let next = await relay.next(); next; next = await relay.next()) told.push(next);
  return told;
}

it('tells how far a call has come, in words and numbers', async () => {
  const relay = new ProgressRelay(new FakeClock());
  relay.hear(note({ progress: 1 }), TOKEN);
  relay.hear(note({ progress: 2.5, total: 10, message: 'Reading' }), TOKEN);
  expect(await rest(relay)).toEqual([
    { progress: 1 },
    { progress: 2.5, total: 10, message: 'Reading' },
  ]);
});

it.each<[string, ReturnType<typeof note>]>([
  ['of another call', note({ progress: 1, progressToken: 8 })],
  ['of the token as a text', note({ progress: 1, progressToken: '7' })],
  ['without a number', note({ progress: 'half' })],
  ['of something else', note({ progress: 1 }, 'notifications/message')],
  ['that is a request of the server’s', note({ progress: 1 }, 'sampling/createMessage')],
])('tells nothing %s', async (_what, document) => {
  const relay = new ProgressRelay(new FakeClock());
  relay.hear(document, TOKEN);
  expect(await rest(relay)).toEqual([]);
});

it('goes forward only, and leaves out words that nobody would read', async () => {
  const relay = new ProgressRelay(new FakeClock());
  for (const progress of [5, 5, 4, 6]) relay.hear(note({ progress }), TOKEN);
  relay.hear(note({ progress: 7, total: 'all', message: 'x'.repeat(1_001) }), TOKEN);
  expect(await rest(relay)).toEqual([{ progress: 5 }, { progress: 6 }, { progress: 7 }]);
});

const numbers = (told: readonly Progress[]) => told.map(({ progress }) => progress);

/** As many as there are by now. */
async function some(relay: ProgressRelay, count: number): Promise<readonly number[]> {
  const told: Progress[] = [];
  while (told.length < count) told.push((await relay.next()) as Progress);
  return numbers(told);
}

it('tells a few at once, and of what is too many the latest, once there is room', async () => {
  const clock = new FakeClock();
  const relay = new ProgressRelay(clock);
  for (let at = 0; at < 10_000; at++) relay.hear(note({ progress: at }), TOKEN);
  expect(await some(relay, 20)).toEqual(Array.from({ length: 20 }, (_, at) => at));
  clock.advance(100);
  expect(await some(relay, 1)).toEqual([9_999]);
  clock.advance(1_000);
  for (let at = 10_000; at < 20_000; at++) relay.hear(note({ progress: at }), TOKEN);
  expect(await some(relay, 10)).toEqual(Array.from({ length: 10 }, (_, at) => 10_000 + at));
  expect(await rest(relay)).toEqual([]);
  expect(clock.pending).toBe(0);
});

it('tells no more than a thousand of a call', async () => {
  const clock = new FakeClock();
  const relay = new ProgressRelay(clock);
  let count = 0;
  for (let second = 0; second < 200; second++) {
    clock.advance(1_000);
    for (let at = 0; at < 10; at++) relay.hear(note({ progress: second * 10 + at }), TOKEN);
    if (count < 1_000) count += (await some(relay, 10)).length;
  }
  expect(await rest(relay)).toEqual([]);
});

it('keeps few for a caller that reads slowly, and the latest of them', async () => {
  const clock = new FakeClock();
  const relay = new ProgressRelay(clock);
  for (let second = 0; second < 100; second++) {
    clock.advance(1_000);
    relay.hear(note({ progress: second }), TOKEN);
  }
  const told = numbers(await rest(relay));
  expect(told).toHaveLength(64);
  expect(told.at(-1)).toBe(99);
});
