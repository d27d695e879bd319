import OpenAI from 'openai';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { PRICE } from '../../support/settings.js';

/** xAI as it answers: in the Responses format, with ids and refusals of its own shape. */
const provider = await ReplayServer.start();
afterAll(() => provider.close());
const gateway = await startGateway({
  providers: [
    {
      name: 'xai',
      family: 'xai',
      base_url: `${provider.url}/v1`,
      serves_responses: undefined, // By its family.
      models: [{ id: 'grok-4.3', price: PRICE }],
    },
  ],
});
const openai = new OpenAI({ apiKey: gateway.key(), baseURL: `${gateway.url}/v1`, maxRetries: 0 });
const ID = '92c1ce66-971b-9f7b-be5a-27ee1a60da1e';
const answer = {
  id: ID,
  object: 'response',
  created_at: 1_786_400_843,
  model: 'grok-4.3',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: `msg_${ID}`,
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: '4', annotations: [], logprobs: [] }],
    },
  ],
  usage: {
    input_tokens: 204,
    input_tokens_details: { cached_tokens: 128 },
    output_tokens: 80,
    output_tokens_details: { reasoning_tokens: 79 },
    total_tokens: 284,
    cost_in_usd_ticks: 3_206_000,
  },
};

beforeEach(() => {
  provider.received.length = 0;
  provider.answer = () => json(answer);
});

it('gets the caller’s own bytes, and its answer goes back as it is', async () => {
  const body = '{"model": "xai/grok-4.3","input":"2 + 2?", "tools":[{"type":"web_search"}]}';
  const { status, text, headers } = await gateway.post('/v1/responses', body);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ ...answer, model: 'xai/grok-4.3' });
  const [request] = provider.received;
  expect(request?.path).toBe('/v1/responses');
  expect(String(request?.body)).toBe(body.replace('xai/', ''));
  expect(await gateway.records.entry(String(headers['request-id']))).toMatchObject({
    wire: 'responses',
    tokens: { in: 204, out: 80 },
  });
});

it('goes on from an answer that it kept', async () => {
  const ask = { model: 'xai/grok-4.3', input: '2 + 2?' };
  const { id } = await openai.responses.create(ask);
  await openai.responses.create({ ...ask, previous_response_id: id });
  expect(JSON.parse(String(provider.received[1]?.body))).toMatchObject({
    previous_response_id: ID,
  });
});

it('is asked again without what it has no word for', async () => {
  provider.answer = ({ body }) =>
    body.includes('metadata')
      ? { ...json({ code: '400', error: 'Argument not supported: metadata' }), status: 400 }
      : json(answer);
  const ask = { model: 'xai/grok-4.3', input: '2 + 2?', metadata: { a: 'b' } };
  expect((await openai.responses.create(ask)).output_text).toBe('4');
  expect(provider.received.map(({ body }) => body.includes('metadata'))).toEqual([true, false]);
});
