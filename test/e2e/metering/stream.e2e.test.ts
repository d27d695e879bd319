import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { NANO_IN, NANO_OUT } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

/** Enough for the first hold of some 2 048 tokens, not for a top-up of 4 096. */
const SOME = { amount: '0.006', period: 'total' };
const TOP_UP = 4_096 * NANO_OUT;

const gateway = await startGateway({
  workloads: [
    { name: 'default', budget: { amount: '1000', period: 'total' } },
    { name: 'cut', budget: SOME, on_exhausted: 'cut' },
    { name: 'finish', budget: SOME, on_exhausted: 'finish' },
  ],
});

beforeEach(() => gateway.sandbox.clear());

async function longStream(workload: string) {
  await gateway.sandbox.script('tokens=20000');
  const stream = await gateway.stream({}, { workload });
  const entry = await gateway.records.entry(String(stream.headers['request-id']));
  const price = {
    nano: Number(entry.price?.nano),
    hold: Number(entry.price?.hold_nano),
    overrun: Number(entry.price?.overrun_nano),
  };
  return { stream, entry, price };
}

describe('a stream longer than its hold', () => {
  it('is topped up on its way, so that it never costs more than is held', async () => {
    const { stream, entry, price } = await longStream('default');
    expect(stream.isDone).toBe(true);
    expect(entry.tokens?.out).toBe(20_000);
    expect(price.nano).toBe((entry.tokens?.in ?? 0) * NANO_IN + 20_000 * NANO_OUT);
    expect(price.overrun).toBe(0);
    expect(price.hold).toBeGreaterThanOrEqual(price.nano);
    expect(price.hold).toBeGreaterThan(4 * TOP_UP);
    expect(price.hold).toBeLessThan(price.nano + 2 * TOP_UP);
  });

  it('is cut when the budget is used up and the workload wants that', async () => {
    const { stream, entry, price } = await longStream('cut');
    expect(stream.status).toBe(200);
    expect(stream.error).toMatchObject({
      message: expect.stringMatching(/^The answer was cut: .* Left: 0\.00\d* of 0\.006 EUR\.$/),
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
      gw: { limit: { counter: 'budget', period: 'total', limit: '0.006', currency: 'EUR' } },
    });
    expect({ isDone: stream.isDone, finish: stream.finish }).toEqual({
      isDone: false,
      finish: null,
    });
    await waitFor('the provider to be left', async () => {
      gateway.clock.skip(2_000);
      return (await gateway.sandbox.openCount()) === 0;
    });
    expect(entry).toMatchObject({
      outcome: 'error',
      ended_by: 'budget',
      refusal: { code: 'budget_reached', stage: 'dispatch', counter: 'budget' },
      http_status: 200,
    });
    expect(price.overrun).toBe(0);
    expect(price.nano).toBeGreaterThan(0.75 * 6_000_000);
    expect(price.nano).toBeLessThanOrEqual(6_000_000);
  });

  it('ends in peace otherwise, and what it cost beyond is told as an overrun', async () => {
    const { stream, entry, price } = await longStream('finish');
    expect(stream.isDone).toBe(true);
    expect(entry.tokens?.out).toBe(20_000);
    expect(price.overrun).toBe(price.nano - price.hold);
    expect(price.overrun).toBeGreaterThan(0);
    const next = await gateway.chat({}, { workload: 'finish' });
    expect(next.status).toBe(402);
  });
});

it('counters equal what was charged, streams and all', async () => {
  const counters = await gateway.records.counters();
  const entries = await gateway.records.entries();
  const charged = entries.reduce((sum, { price }) => sum + BigInt(price?.nano ?? 0), 0n);
  expect(counters.reduce((sum, { spent }) => sum + spent, 0n)).toBe(charged);
  expect(counters.map(({ held }) => held)).toEqual(counters.map(() => 0n));
});
