import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { aForm } from '../../support/form.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { json, ReplayServer } from '../../support/replay-server.js';

const NANO_IMAGE = 40_000_000;
const NANO_SECOND = 100_000;
const AUDIO_BYTES_PER_SECOND = 4_000; // How a hold takes the length of audio.

const provider = await ReplayServer.start();
const models = [
  { id: 'painter', price: { currency: 'EUR', image: '0.04' } },
  { id: 'listener', price: { currency: 'EUR', second: '0.0001' } },
  { id: 'scribe', price: { currency: 'EUR', output: '1.00' } },
  { id: 'speaker', price: { currency: 'EUR', per: 1_000_000, input: '0.6', audio_out: '12' } },
  { id: 'reciter', price: { currency: 'EUR', second: '0.0001' } },
  { id: 'reader', price: { currency: 'EUR', page: '0.01' } },
];
const budget = { amount: '0.1', period: 'total' }; // Two images and a half, a thousand seconds.
const gateway = await startGateway({
  providers: [{ name: 'plain', base_url: `${provider.url}/v1`, models }],
  workloads: [
    ...['images', 'little', 'audio', 'text', 'tokens', 'speech'].map((name) => ({
      name,
      budget,
    })),
    ...['strict', 'counted'].map((name) => ({ name, budget: { ...budget, mode: 'strict' } })),
  ],
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.received.length = 0;
});

const paint = (n: number, workload: string) =>
  gateway.post(
    '/v1/images/generations',
    { model: 'plain/painter', prompt: 'A heron', n },
    { workload },
  );

function transcribe(seconds: number, workload: string, model = 'listener'): Promise<Answer> {
  const { headers, body } = aForm([
    { name: 'model', value: `plain/${model}` },
    { name: 'file', filename: 'a.mp3', bytes: seconds * AUDIO_BYTES_PER_SECOND },
  ]);
  const all = { ...gateway.headers({ workload }), ...headers };
  return gateway.send('/v1/audio/transcriptions', { headers: all, body });
}

/** What a call left: what was held, what was settled, and what its workload has spent and holds. */
async function accountOf({ headers }: Answer) {
  const id = String(headers['request-id']);
  const { price, workload, units } = await gateway.records.entry(id);
  const [counter] = await gateway.database.app.dataSource.query<object[]>(
    'SELECT spent, held FROM meter_counter WHERE scope_id = $1',
    [workload],
  );
  const [ledger] = await gateway.records.ledger(id);
  return { held: Number(price?.hold_nano), settled: Number(ledger?.nano), counter, units };
}

describe('images', () => {
  it('are held by how many were asked for, and settled by how many came', async () => {
    provider.answer = () => json({ created: 1, data: [{ b64_json: 'AA==' }] });
    expect(await accountOf(await paint(2, 'images'))).toMatchObject({
      held: 2 * NANO_IMAGE,
      settled: NANO_IMAGE,
      counter: { spent: String(NANO_IMAGE), held: '0' },
      units: { images: 1 },
    });
  });

  it('are refused when the budget does not hold them all', async () => {
    const answer = await paint(3, 'little');
    await expectRefusal(gateway, answer, 'budget_reached');
    expect(provider.received).toEqual([]);
  });
});

describe('seconds of audio', () => {
  it('are held by the size of the file, and settled by what the provider counted', async () => {
    provider.answer = () => json({ text: 'Hello', usage: { type: 'duration', seconds: 7 } });
    expect(await accountOf(await transcribe(10, 'audio'))).toMatchObject({
      held: 10 * NANO_SECOND,
      settled: 7 * NANO_SECOND,
      counter: { spent: String(7 * NANO_SECOND), held: '0' },
      units: { ms_audio: 7_000 },
    });
  });

  it('are settled as they were held where the provider counted nothing', async () => {
    provider.answer = () => ({
      headers: { 'content-type': 'text/plain' },
      pieces: [Buffer.from('Hello')],
    });
    expect(await accountOf(await transcribe(10, 'text'))).toMatchObject({
      held: 10 * NANO_SECOND,
      settled: 10 * NANO_SECOND,
      counter: { spent: String(10 * NANO_SECOND), held: '0' },
    });
  });

  it('are refused when the budget does not hold them all', async () => {
    await expectRefusal(gateway, await transcribe(1_001, 'little'), 'budget_reached');
    expect(provider.received).toEqual([]);
  });
});

describe('seconds of audio on a strict budget', () => {
  const SECONDS_MOST = 80; // Of ten seconds at the usual rate, had they been coded at the lowest.

  it('are settled as the most that the file can hold, where the provider counted nothing', async () => {
    provider.answer = () => ({
      headers: { 'content-type': 'text/plain' },
      pieces: [Buffer.from('Hello')],
    });
    expect(await accountOf(await transcribe(10, 'strict'))).toMatchObject({
      held: SECONDS_MOST * NANO_SECOND,
      settled: SECONDS_MOST * NANO_SECOND,
    });
  });

  it('are settled by what the provider counted', async () => {
    provider.answer = () => json({ text: 'Hello', usage: { type: 'duration', seconds: 7 } });
    expect(await accountOf(await transcribe(10, 'counted'))).toMatchObject({
      held: SECONDS_MOST * NANO_SECOND,
      settled: 7 * NANO_SECOND,
    });
  });
});

describe('speech', () => {
  const TEXT = 'The heron waits for hours. '.repeat(10); // About eighteen seconds.
  const sound = {
    headers: { 'content-type': 'audio/mpeg' },
    pieces: [Buffer.alloc(100_000), Buffer.alloc(100_000)],
  };
  const speak = (model: string, workload: string, more: object = {}) =>
    gateway.post(
      '/v1/audio/speech',
      { model: `plain/${model}`, input: TEXT, voice: 'any', ...more },
      { workload },
    );

  it('is held and settled by how long its text takes, as its answer is bytes', async () => {
    provider.answer = () => sound;
    const { held, settled, counter } = await accountOf(await speak('speaker', 'speech'));
    expect(settled).toBeGreaterThan(18 * 20 * 12_000);
    expect(settled).toBeLessThan(2 * 18 * 21 * 12_000);
    expect(held).toBe(settled);
    expect(counter).toEqual({ spent: String(settled), held: '0' });
  });

  it('takes longer when it is slow, and when its text is digits', async () => {
    provider.answer = () => sound;
    const usual = await accountOf(await speak('reciter', 'speech'));
    const slow = await accountOf(await speak('reciter', 'speech', { speed: 0.25 }));
    const digits = await accountOf(
      await speak('reciter', 'speech', { input: '7'.repeat(TEXT.length) }),
    );
    expect(usual.settled).toBeGreaterThan(18 * NANO_SECOND);
    expect(slow.settled).toBeGreaterThan(3 * usual.settled);
    expect(digits.settled).toBeGreaterThan(3 * usual.settled);
  });

  it('is refused when the budget does not hold it', async () => {
    const answer = await speak('speaker', 'little', { input: TEXT.repeat(20) });
    await expectRefusal(gateway, answer, 'budget_reached');
    expect(provider.received).toEqual([]);
  });
});

describe('what a request does not tell how much of it will be used', () => {
  it('is settled on the counters all the same, and refused when they are full', async () => {
    provider.answer = () =>
      json({ text: 'Hi', usage: { type: 'tokens', input_tokens: 10, output_tokens: 200_000 } });
    const answer = await transcribe(10, 'tokens', 'scribe');
    expect(await accountOf(answer)).toMatchObject({
      settled: 200_000_000,
      counter: { spent: '200000000', held: '0' },
    });
    provider.received.length = 0;
    await expectRefusal(gateway, await transcribe(10, 'tokens', 'scribe'), 'budget_reached');
    await expectRefusal(gateway, await transcribe(10, 'tokens', 'reader'), 'budget_reached');
    expect(provider.received).toEqual([]);
  });
});
