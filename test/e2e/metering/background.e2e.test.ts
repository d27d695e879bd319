import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BACKGROUND_MS_MAX } from '#audit';
import { BackgroundCalls } from '#operations';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

const NEVER = 100_000; // Polls: it is open until it is cancelled.
const UNKNOWN_MS = 60_000;
const MODELS = [
  'polls=1,tokens=40',
  'polls=1,tokens=40,no-usage',
  'polls=1,ends=failed,no-usage',
  'polls=1,ends=incomplete,tokens=40',
  'polls=0,ends=lost',
  `polls=${NEVER},tokens=100`,
  `polls=${NEVER},tokens=100,no-usage`,
  'polls=1,ends=completed,tokens=100000',
].map((script) => ({ id: `fault/${script}`, price: PRICE, max_output_tokens: 1_000 }));

const strange = await ReplayServer.start();
afterAll(() => strange.close());
const budget = { amount: '1000', period: 'monthly' };
const LONG = { id: `fault/polls=${NEVER},tokens=70`, price: PRICE, max_output_tokens: 50_000 };
const SETTINGS = {
  models: [
    ...MODELS,
    LONG,
    ...['cut=0', 'malformed=0'].map((script) => ({
      id: `fault/${script}`,
      price: PRICE,
      max_output_tokens: 1_000,
    })),
  ],
  aliases: [
    {
      name: 'either',
      targets: [{ model: 'sandbox/fault/malformed=0' }],
      fallbacks: ['sandbox/fault/polls=1,tokens=40'],
    },
  ],
  providers: [
    { name: 'shared', credential: 'managed', models: MODELS },
    {
      name: 'strange',
      base_url: `${strange.url}/v1`,
      models: [{ id: 'm', price: PRICE, max_output_tokens: 1_000 }],
    },
  ],
  workloads: [
    { name: 'default', budget },
    { name: 'small', budget: { ...budget, amount: '0.001' } },
  ],
};
const gateway = await startGateway(SETTINGS);
const { database, records } = gateway;
const calls = gateway.app.get(BackgroundCalls);

beforeEach(() => gateway.sandbox.clear());

const ask = (script: string, more: object = {}, workload = 'default') =>
  gateway.post(
    '/v1/responses',
    { model: `sandbox/fault/${script}`, input: 'Hello', background: true, ...more },
    { workload },
  );

const objectOf = (answer: Answer) => answer.json<{ id: string; status: string }>();

const cancel = (answer: Answer) =>
  gateway.post(`/v1/responses/${objectOf(answer).id}/cancel`, '', {
    headers: { 'x-gw-provider': 'sandbox' },
  });

/** Its calls ended so much earlier. */
const age = (ms: number) =>
  database.owner.query({
    name: `test-age-${ms}`,
    text: `UPDATE call_intent SET background = jsonb_set(background::jsonb, '{sinceMs}',
      to_jsonb((background::jsonb->>'sinceMs')::bigint - ${ms}))::text`,
  });

const openCount = () => records.intentCount();
const settled = (answer: Answer) =>
  waitFor('the settlement', async () => (await openCount()) === 0).then(() =>
    records.entry(idOf(answer)),
  );
const heldNow = async () => (await records.countersNow()).reduce((sum, { held }) => sum + held, 0n);

describe('an answer in the background', () => {
  it('is held at its bound when its call has ended, and settled by its final usage', async () => {
    const answer = await ask('polls=1,tokens=40');
    expect(answer.status).toBe(200);
    expect(objectOf(answer)).toMatchObject({ status: 'queued' });
    expect(await openCount()).toBe(1);
    expect(await heldNow()).toBeGreaterThanOrEqual(BigInt(1_000 * NANO_OUT));
    const { tokens, price, outcome, usage_source } = await settled(answer);
    const nano = BigInt((tokens?.in ?? 0) * NANO_IN + 40 * NANO_OUT);
    expect({ out: tokens?.out, outcome, usage_source }).toEqual({
      out: 40,
      outcome: 'ok',
      usage_source: 'provider',
    });
    expect(price).toMatchObject({ nano: String(nano), basis: 'usage', overrun_nano: '0' });
    expect(await records.ledger(idOf(answer))).toEqual([{ kind: 'settle', nano }]);
    expect(await heldNow()).toBe(0n);
  });

  it('is held whole, where other calls begin with less, and costs the price of its admission', async () => {
    const answer = await ask(`polls=${NEVER},tokens=70`);
    expect(await heldNow()).toBeGreaterThanOrEqual(BigInt(50_000 * NANO_OUT));
    const dearer = { ...LONG, price: { ...PRICE, input: '10.00', output: '20.00' } };
    const models = SETTINGS.models.map((model) => (model.id === LONG.id ? dearer : model));
    await gateway.apply({ ...SETTINGS, models });
    await cancel(answer);
    const { tokens, price } = await settled(answer);
    await gateway.apply(SETTINGS);
    expect(price?.nano).toBe(String((tokens?.in ?? 0) * NANO_IN + 70 * NANO_OUT));
  });

  it('whose connection broke before its id was known costs all that was held', async () => {
    const answer = await ask('cut=0');
    expect(answer.status).toBe(502);
    const { price, outcome } = await records.entry(idOf(answer));
    expect({ basis: price?.basis, outcome }).toEqual({ basis: 'bound', outcome: 'error' });
    expect(price?.nano).toBe(price?.hold_nano);
    const posts = (await gateway.sandbox.requests()).filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(1); // No second one beside it.
  });

  it('that may be at work although its answer was nonsense is not asked for at another place', async () => {
    const answer = await ask('', { model: 'either' });
    expect(answer.status).toBe(502);
    const { price, attempts } = await records.entry(idOf(answer));
    expect({ basis: price?.basis, attempts: attempts.length }).toEqual({
      basis: 'bound',
      attempts: 1,
    });
  });

  it('belongs to its workload, who reads it when it is there', async () => {
    const answer = await ask('polls=1,tokens=40');
    await settled(answer);
    const path = `/v1/responses/${objectOf(answer).id}`;
    const own = await gateway.get(path, { headers: { 'x-gw-provider': 'sandbox' } });
    expect(objectOf(own).status).toBe('completed');
    const headers = { 'x-gw-provider': 'sandbox' };
    const foreign = await gateway.get(path, { workload: 'small', headers });
    expect(foreign.status).toBe(404);
  });

  it('is refused where the bound does not fit the budget', async () => {
    const answer = await ask('polls=1,tokens=40', {}, 'small');
    await expectRefusal(gateway, answer, 'budget_reached');
    const small = await ask('polls=1,tokens=40', { max_output_tokens: 100 }, 'small');
    expect(small.status).toBe(200);
    const next = await ask('polls=1,tokens=40', { max_output_tokens: 450 }, 'small');
    expectError(next, 'budget_reached');
    await settled(small);
  });

  it('that its caller cancels costs what the provider reports', async () => {
    const answer = await ask(`polls=${NEVER},tokens=100`);
    expect((await cancel(answer)).status).toBe(200);
    const { tokens, outcome, ended_by } = await settled(answer);
    expect({ out: tokens?.out, outcome, ended_by }).toEqual({
      out: 100,
      outcome: 'interrupted',
      ended_by: 'client',
    });
  });

  it.each([
    ['without a usage costs all that was held', 'polls=1,tokens=40,no-usage', 'bound'],
    [
      'that failed without a usage costs its input',
      'polls=1,ends=failed,no-usage',
      'input_estimate',
    ],
    ['that was cut at its bound costs its usage', 'polls=1,ends=incomplete,tokens=40', 'usage'],
    ['whose usage cannot be is bounded', 'polls=1,ends=completed,tokens=100000', 'usage'],
  ])('%s', async (_what, script, basis) => {
    const entry = await settled(await ask(script));
    expect(entry.price?.basis).toBe(basis);
    const isInFull = entry.price?.nano === entry.price?.hold_nano;
    expect(isInFull).toBe(basis === 'bound');
    expect(entry.marks.includes('usage_clamped')).toBe(script.endsWith('100000'));
    expect(entry.tokens?.out).toBeLessThanOrEqual(1_200);
  });

  it('that its provider does not know is asked for a while, and costs all that was held', async () => {
    const answer = await ask('polls=0,ends=lost');
    const id = idOf(answer);
    expect(await calls.settle(id)).toMatchObject({ againInMs: expect.any(Number) });
    expect(await openCount()).toBe(1);
    await age(UNKNOWN_MS);
    await calls.settle(id);
    const { price, outcome } = await settled(answer);
    expect({ basis: price?.basis, outcome }).toEqual({ basis: 'bound', outcome: 'interrupted' });
    expect(price?.nano).toBe(price?.hold_nano);
  });

  it.each(['../files', 'resp_1/cancel', 'resp_1?x', '%2e%2e', '.', '-', 'r'.repeat(257)])(
    'whose provider calls it %s is asked for nowhere, and costs all that was held',
    async (objectId) => {
      strange.received.length = 0;
      strange.answer = () => json({ id: objectId, object: 'response', status: 'queued' });
      const answer = await ask('', { model: 'strange/m' });
      await calls.settle(idOf(answer));
      const { price, outcome } = await settled(answer);
      expect({ basis: price?.basis, outcome }).toEqual({ basis: 'bound', outcome: 'interrupted' });
      expect(price?.nano).toBe(price?.hold_nano);
      expect(strange.received).toHaveLength(1);
    },
  );

  it('that never ends costs all that was held in the end', async () => {
    const answer = await ask(`polls=${NEVER},tokens=100`);
    const id = idOf(answer);
    expect(await calls.settle(id)).toMatchObject({ againInMs: expect.any(Number) });
    await age(BACKGROUND_MS_MAX);
    await calls.settle(id);
    expect((await settled(answer)).price?.basis).toBe('bound');
    expect(await calls.settle(id)).toBeUndefined();
    expect(await records.ledger(id)).toHaveLength(1);
  });

  it('is settled once, whoever asks at the same moment', async () => {
    const answer = await ask(`polls=${NEVER},tokens=100,no-usage`);
    await cancel(answer);
    await Promise.all(Array.from({ length: 5 }, () => calls.settle(idOf(answer))));
    const entry = await settled(answer);
    expect(await records.ledger(idOf(answer))).toEqual([
      { kind: 'settle', nano: BigInt(entry.price?.nano ?? 0) },
    ]);
  });
});

it.each([
  [{ stream: true }, 'stream', /not streamed/],
  [{ background: 'true' }, 'background', /true or false/],
])('%o is refused by name', async (more, param, message) => {
  const answer = await ask('polls=1,tokens=40', more);
  await expectRefusal(gateway, answer, 'field_invalid', { param, message });
});

it('is refused on a key that is shared, where nobody could fetch it', async () => {
  const model = 'shared/fault/polls=1,tokens=40';
  const answer = await gateway.post('/v1/responses', { model, input: 'x', background: true });
  await expectRefusal(gateway, answer, 'field_invalid', {
    param: 'background',
    message: /own provider key/,
  });
});
