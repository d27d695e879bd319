import { beforeEach, describe, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

const TEN_NANO = { currency: 'EUR', call: '0.000000010' };
const MODELS = [
  { id: 'fault/delay=50', price: TEN_NANO },
  { id: 'fault/delay=3000,tokens=100', price: TEN_NANO },
  { id: 'fault/status=500', price: TEN_NANO },
];
const MODEL = 'sandbox/fault/delay=50';

const gateway = await startGateway({ models: MODELS });

beforeEach(() => gateway.sandbox.clear());

/** How many of so many calls at once got which status. */
async function race(calls: number, workloads: readonly string[], fields: object = {}) {
  const answers = await Promise.all(
    Array.from({ length: calls }, (_, index) => {
      const workload = workloads[index % workloads.length] ?? 'default';
      return gateway.chat({ model: MODEL, ...fields }, { workload });
    }),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const sumOfLedger = async () => {
  const [row] = await gateway.database.app.dataSource.query<{ nano: string }[]>(
    'SELECT coalesce(sum(nano), 0) AS nano FROM ledger_entry',
  );
  return BigInt(row?.nano ?? 0);
};

describe('two hundred calls at once', () => {
  it('on a budget for exactly ten: ten are served, and the counters equal the ledger', async () => {
    const budget = { amount: '0.000000100', period: 'total' };
    await gateway.apply({ models: MODELS, workloads: [{ name: 'ten', budget }] });
    expect(await race(200, ['ten'])).toEqual({ 200: 10, 402: 190 });
    expect(await gateway.sandbox.requests()).toHaveLength(10);
    expect(await gateway.records.counters()).toEqual([
      { scope: 1, period: 't', spent: 100n, held: 0n },
    ]);
    expect(await sumOfLedger()).toBe(100n);
    expect((await gateway.records.entries()).map(({ type }) => type).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 'call'),
      ...Array.from({ length: 190 }, () => 'refusal'),
    ]);
    expect((await gateway.records.fsck()).findings).toEqual([]);
  });

  it('of two workloads under one cap for exactly twenty: twenty are served', async () => {
    await gateway.apply({
      models: MODELS,
      organisation: { cap: { amount: '0.000000200', period: 'total' } },
      workloads: [{ name: 'a' }, { name: 'b' }],
    });
    expect(await race(200, ['a', 'b'])).toEqual({ 200: 20, 402: 180 });
    const counters = await gateway.records.counters();
    expect(counters.filter(({ scope }) => scope === 2)).toEqual([
      { scope: 2, period: 't', spent: 200n, held: 0n },
    ]);
    expect((await gateway.records.fsck()).findings).toEqual([]);
  });
});

it('a budget that failed calls gave back serves others', async () => {
  const budget = { amount: '0.000000010', period: 'total' };
  await gateway.apply({ models: MODELS, workloads: [{ name: 'one', budget }] });
  for (let calls = 0; calls < 3; calls++) {
    const answer = await gateway.chat({ model: 'sandbox/fault/status=500' }, { workload: 'one' });
    expect(answer.status).toBe(502);
    await gateway.records.settled();
  }
  expect(await race(3, ['one'])).toEqual({ 200: 1, 402: 2 });
});

describe('a limit per minute', () => {
  it('of n requests admits exactly n of n + 5 at once, and none of the next', async () => {
    await gateway.apply({ models: MODELS, workloads: [{ name: 'twenty', rpm: 20 }] });
    expect(await race(25, ['twenty'])).toEqual({ 200: 20, 429: 5 });
    expect(await race(5, ['twenty'])).toEqual({ 429: 5 });
    expect(await gateway.sandbox.requests()).toHaveLength(20);
  });

  it('of tokens admits what fits before anything is known of the answers', async () => {
    // Each call holds its whole bound of 100, and 30 tokens of input. It uses the bound, too, so
    // that one which ends before all of them were judged makes no room for another.
    await gateway.apply({ models: MODELS, workloads: [{ name: 'tokens', tpm: 700 }] });
    const fields = { model: 'sandbox/fault/delay=3000,tokens=100', max_tokens: 100 };
    expect(await race(25, ['tokens'], fields)).toEqual({ 200: 5, 429: 20 });
  });
});
