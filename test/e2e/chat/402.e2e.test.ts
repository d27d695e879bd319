import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { WireError } from '../../support/events.js';
import type { Answer } from '../../support/http.js';
import { PRICE } from '../../support/settings.js';

const LITTLE = '0.000001'; // A thousand nano-units: a token's price, and less than any hold.
const PERIODS = ['total', 'daily', 'monthly'] as const;
const ORDINARY = [{ name: 'default' }];

const gateway = await startGateway();

beforeEach(() => gateway.sandbox.clear());

const limitOf = (answer: Answer) => answer.json<{ error: WireError }>().error.gw;

/** Of a limit that nothing was taken from yet. */
const aLimit = (counter: string, period: string) => ({
  limit: {
    counter,
    period,
    limit: LITTLE,
    remaining: LITTLE,
    currency: 'EUR',
    resets_at:
      period === 'total' ? null : (expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/) as unknown),
  },
});

/** Of the period, when the answer came. */
function isLastHour(answer: Answer): boolean {
  const { resets_at: end } = (limitOf(answer) as { limit: { resets_at: string | null } }).limit;
  return end !== null && Date.parse(end) - Date.parse(String(answer.headers.date)) <= 3_600_000;
}

it.each(PERIODS)('a call beyond the %s budget of its workload is refused', async (period) => {
  await gateway.apply({ workloads: [{ name: 'default', budget: { amount: LITTLE, period } }] });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'budget_reached');
  expect(limitOf(answer)).toEqual(aLimit('budget', period));
  expect(answer.headers['retry-after'] === undefined).toBe(!isLastHour(answer));
});

it.each(PERIODS)('a call beyond the %s cap of the organisation is refused', async (period) => {
  await gateway.apply({ organisation: { cap: { amount: LITTLE, period } }, workloads: ORDINARY });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'cap_reached');
  expect(limitOf(answer)).toEqual(aLimit('cap', period));
});

it('a call beyond the prepaid credit is refused', async () => {
  await gateway.apply({ organisation: { credit: { amount: LITTLE } }, workloads: ORDINARY });
  const answer = await gateway.chat();
  await expectRefusal(gateway, answer, 'credit_exhausted');
  expect(limitOf(answer)).toEqual(aLimit('credit', 'total'));
});

describe('a plan', () => {
  const free = { amount: LITTLE, period: 'monthly' };
  const ENDED = '2020-01-01T00:00:00Z';

  it('refuses beyond its free allowance where there is no credit', async () => {
    await gateway.apply({ organisation: { plan: { name: 'free', free } }, workloads: ORDINARY });
    const answer = await gateway.chat();
    await expectRefusal(gateway, answer, 'allowance_reached');
    expect(limitOf(answer)).toEqual(aLimit('allowance', 'monthly'));
  });

  it('that has ended refuses by its name where there is no credit', async () => {
    const plan = { name: 'free', free, ends: ENDED };
    await gateway.apply({ organisation: { plan }, workloads: ORDINARY });
    const answer = await gateway.chat();
    await expectRefusal(gateway, answer, 'plan_missing');
    expect(limitOf(answer)).toEqual({ limit: { counter: 'plan' } });
    expect((await gateway.chat({ model: 'sandbox/free' })).status).toBe(200);
  });

  it.each([undefined, ENDED])('leaves to credit what it does not pay, ended: %s', async (ends) => {
    const plan = { name: 'free', free, ...(ends && { ends }) };
    const credit = { amount: '1.00' };
    await gateway.apply({ organisation: { plan, credit }, workloads: ORDINARY });
    expect((await gateway.chat()).status).toBe(200);
    const paid = (await gateway.records.counters()).filter(({ spent }) => spent > 0n);
    expect(paid.map(({ scope }) => scope)).toEqual(expect.arrayContaining([1, 3]));
    expect(paid.map(({ scope }) => scope)).not.toContain(4);
  });
});

it('another budget for a while is in force until its end', async () => {
  const budget = (until: string) => ({
    amount: LITTLE,
    period: 'total',
    override: { amount: '1.00', until },
  });
  const apply = (until: string) =>
    gateway.apply({ workloads: [{ name: 'default', budget: budget(until) }] });
  await apply('2999-01-01T00:00:00Z');
  expect((await gateway.chat()).status).toBe(200);
  await gateway.sandbox.clear();
  await apply('2020-01-01T00:00:00Z');
  expect((await gateway.chat()).status).toBe(402);
});

describe('a budget that is reached', () => {
  const TEXT = { role: 'user', content: 'Hi' };
  it.each([
    ['/v1/chat/completions', { messages: [TEXT] }],
    ['/v1/messages', { messages: [TEXT], max_tokens: 10 }],
    ['/v1/responses', { input: 'Hi' }],
    [
      '/v1beta/models/sandbox/small:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    ],
  ])('says so in the envelope of %s', async (path, body) => {
    await gateway.apply({
      workloads: [{ name: 'default', budget: { amount: LITTLE, period: 'monthly' } }],
    });
    const model = path.includes('models') ? {} : { model: 'sandbox/small' };
    const answer = await gateway.post(path, { ...model, ...body });
    expect(answer.status).toBe(402);
    expect(limitOf(answer)).toEqual(aLimit('budget', 'monthly'));
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual(
      [],
    );
  });

  it('refuses streams before they begin, with a status and no events', async () => {
    await gateway.apply({
      workloads: [{ name: 'default', budget: { amount: LITTLE, period: 'total' } }],
    });
    const answer = await gateway.chat({ stream: true });
    await expectRefusal(gateway, answer, 'budget_reached');
  });

  it('lets models pass that cost nothing', async () => {
    await gateway.apply({
      workloads: [{ name: 'default', budget: { amount: '0', period: 'total' } }],
    });
    const answer = await gateway.chat({ model: 'sandbox/free' });
    expect(answer.status).toBe(200);
    const id = String(answer.headers['request-id']);
    expect((await gateway.records.entry(id)).price).toMatchObject({ nano: '0', basis: 'free' });
  });

  it('is reached for all keys of the workload, and for no other workload', async () => {
    const budget = { amount: LITTLE, period: 'total' };
    await gateway.apply({ workloads: [{ name: 'default', budget }, { name: 'other' }] });
    expect((await gateway.chat()).status).toBe(402);
    expect((await gateway.chat({}, { workload: 'other' })).status).toBe(200);
  });
});

it('a budget can be used up to its last nano-unit, and not one further', async () => {
  await gateway.apply({
    models: [{ id: 'fault/ok', price: { ...PRICE, input: '0', output: '0', call: '0.000000010' } }],
    workloads: [{ name: 'exact', budget: { amount: '0.000000030', period: 'total' } }],
  });
  const call = () => gateway.chat({ model: 'sandbox/fault/ok' }, { workload: 'exact' });
  for (const status of [200, 200, 200]) {
    expect((await call()).status).toBe(status);
    await gateway.records.settled();
  }
  await gateway.sandbox.clear();
  await expectRefusal(gateway, await call(), 'budget_reached');
});
