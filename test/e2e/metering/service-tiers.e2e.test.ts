import { afterAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { json, ReplayServer } from '../../support/replay-server.js';

/** Nano for a token: an answer of 10 tokens in and 5 out costs 15, 10 or 40 times that of one. */
const price = {
  currency: 'EUR',
  per: 1,
  input: '0.000001',
  output: '0.000001',
  tiers: {
    flex: { input: '0.0000005', output: '0.0000005' },
    priority: { input: '0.000004', output: '0.000004' },
    fast: { input: '0.000006', output: '0.000006' },
  },
};
const [FLEX, STANDARD, PRIORITY, FAST] = [7_500n, 15_000n, 60_000n, 90_000n];
const provider = await ReplayServer.start();
const anthropic = await ReplayServer.start();
const { tiers: _tiers, ...plainPrice } = price;
const gateway = await startGateway({
  providers: [
    {
      name: 'plain',
      base_url: `${provider.url}/v1`,
      models: [
        { id: 'tiered', price },
        { id: 'untiered', price: plainPrice },
      ],
    },
    {
      name: 'anthropic',
      family: 'anthropic',
      base_url: anthropic.url,
      models: [{ id: 'claude', price }],
    },
  ],
  workloads: [
    { name: 'open' },
    { name: 'budgeted', budget: { amount: '1', period: 'total' } },
    { name: 'little', budget: { amount: '0.00005', period: 'total' } },
  ],
});
afterAll(() => Promise.all([provider.close(), anthropic.close()]));

const answerAt = (service_tier: string | undefined) => () =>
  json({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'a' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...(service_tier !== undefined && { service_tier }),
  });

async function chargeOf({ status, headers }: Answer) {
  expect(status).toBe(200);
  const id = String(headers['request-id']);
  const { price: sealed } = await gateway.records.entry(id);
  const [ledger] = await gateway.records.ledger(id);
  expect(String(ledger?.nano)).toBe(sealed?.nano);
  return { nano: ledger?.nano, tier: sealed?.tier };
}

const ask = (body: object, workload = 'budgeted') =>
  gateway.chat({ model: 'plain/tiered', max_tokens: 5, ...body }, { workload });

describe('a tier of service', () => {
  it.each([
    ['priority', 'priority', PRIORITY, 'priority'],
    ['priority', 'default', STANDARD, undefined],
    ['priority', undefined, PRIORITY, 'priority'],
    ['flex', 'flex', FLEX, 'flex'],
    ['flex', 'priority', FLEX, 'flex'],
    ['auto', 'priority', PRIORITY, 'priority'],
    [undefined, 'priority', PRIORITY, 'priority'],
    [undefined, 'default', STANDARD, undefined],
    ['default', 'priority', STANDARD, undefined],
  ])('asked for as %s and served as %s costs what that does', async (asked, served, nano, tier) => {
    provider.answer = answerAt(served);
    const answer = await ask(asked === undefined ? {} : { service_tier: asked });
    expect(await chargeOf(answer)).toEqual({ nano, tier });
  });

  it('is asked for at the provider in the word of the caller', async () => {
    provider.received.length = 0;
    provider.answer = answerAt('priority');
    await ask({ service_tier: 'priority' });
    expect(JSON.parse(String(provider.received[0]?.body))).toMatchObject({
      service_tier: 'priority',
    });
  });

  it('is refused before anything is sent where it has no price and a budget applies', async () => {
    provider.received.length = 0;
    provider.answer = answerAt('priority');
    const untiered = { model: 'plain/untiered', service_tier: 'priority' };
    const param = 'service_tier';
    const message = /plain\/untiered has no price for the tier priority/;
    await expectRefusal(gateway, await ask(untiered), 'option_unpriced', { param, message });
    const scale = await ask({ service_tier: 'scale' });
    const unpriced = { param, message: /for the tier scale/ };
    await expectRefusal(gateway, scale, 'option_unpriced', unpriced);
    expect(provider.received).toEqual([]);
    // Nobody keeps money here.
    expect((await gateway.chat(untiered, { workload: 'open' })).status).toBe(200);
    expect(await chargeOf(await ask({ ...untiered, service_tier: 'flex' }))).toMatchObject({
      nano: STANDARD,
    });
  });

  it('is held at the dearest that may be served, so that a budget which it would pass refuses', async () => {
    provider.received.length = 0;
    provider.answer = answerAt('default');
    await expectRefusal(
      gateway,
      await ask({ service_tier: 'priority' }, 'little'),
      'budget_reached',
    );
    expect(provider.received).toEqual([]);
    expect(await chargeOf(await ask({ service_tier: 'default' }, 'little'))).toMatchObject({
      nano: STANDARD,
    });
  });

  it.each([
    ['fast', FAST, 'fast'],
    ['standard', STANDARD, undefined],
  ])('of messages, asked to be fast and served as %s', async (speed, nano, tier) => {
    anthropic.answer = () =>
      json({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'a' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 5, service_tier: 'standard', speed },
      });
    const answer = await gateway.post(
      '/v1/messages',
      {
        model: 'anthropic/claude',
        max_tokens: 5,
        speed: 'fast',
        messages: [{ role: 'user', content: 'a' }],
      },
      { headers: { 'anthropic-version': '2023-06-01' }, workload: 'budgeted' },
    );
    expect(await chargeOf(answer)).toEqual({ nano, tier });
  });
});
