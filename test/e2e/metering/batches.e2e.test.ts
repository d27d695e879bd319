import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BackgroundCalls } from '#operations';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { idOf, type Answer } from '../../support/http.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';
import { waitFor } from '../../support/wait-for.js';

const NEVER = 100_000; // Polls: it is open until it is cancelled.
const UNKNOWN_MS = 60_000;
const HALF = { input: '0.50', output: '1.00' };
const model = (script: string, price: object = PRICE) => ({
  id: `fault/${script}`,
  price,
  max_output_tokens: 1_000,
});
const TOKENS = 'tokens=40';
const strange = await ReplayServer.start();
afterAll(() => strange.close());
const budget = { amount: '1000', period: 'monthly' };
const forward = ['POST,GET,DELETE /v1/files/**', 'POST,GET /v1/batches/**'];
const gateway = await startGateway({
  models: [
    model(TOKENS),
    model(`polls=${NEVER},${TOKENS}`),
    model(`ends=expired,${TOKENS}`),
    model(`ends=failed,${TOKENS}`),
    model('polls=0,ends=lost'),
    model(`no-usage,${TOKENS}`),
    model(`as=small,${TOKENS}`, { ...PRICE, tiers: { batch: HALF } }),
  ],
  providers: [
    {
      name: 'strange',
      base_url: `${strange.url}/v1`,
      models: [{ id: 'm', price: PRICE, max_output_tokens: 1_000 }],
    },
  ],
  workloads: [
    { name: 'default', forward, budget },
    { name: 'small', forward, budget: { ...budget, amount: '0.005' } },
    { name: 'other', forward, budget },
    { name: 'few', forward, budget, allowed_models: ['sandbox/small'] },
    { name: 'free', forward },
    { name: 'minute', forward, budget, tpm: 10 },
  ],
});
const { records } = gateway;
const calls = gateway.app.get(BackgroundCalls);

beforeEach(() => gateway.sandbox.clear());

const CHAT = '/v1/chat/completions';
const AT = (provider = 'sandbox') => ({ 'x-gw-provider': provider });
const messages = [{ role: 'user', content: 'Hello' }];
const line = (script: string, body: object = {}, at = 0, url = CHAT) => ({
  custom_id: `r${at}`,
  method: 'POST',
  url,
  body: { model: `fault/${script}`, messages, ...body },
});
const lines = (count: number, script: string, body: object = {}) =>
  Array.from({ length: count }, (_, at) => line(script, body, at));

async function upload(content: string, workload = 'default'): Promise<string> {
  const part = (head: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const file = part('name="file"; filename="in.jsonl"', content);
  const body = `${part('name="purpose"', 'batch')}${file}--edge--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', ...AT() };
  const answer = await gateway.post('/v1/files', body, { workload, headers });
  expect(answer.status).toBe(200);
  return answer.json<{ id: string }>().id;
}

const jsonLines = (requests: readonly object[]) =>
  requests.map((one) => JSON.stringify(one)).join('\n');

const create = (fileId: string, workload = 'default', more: object = {}, provider = 'sandbox') =>
  gateway.post(
    '/v1/batches',
    { input_file_id: fileId, endpoint: CHAT, completion_window: '24h', ...more },
    { workload, headers: AT(provider) },
  );

const batchOf = async (requests: readonly object[], workload = 'default', more: object = {}) =>
  create(await upload(jsonLines(requests), workload), workload, more);

const entryOf = (answer: Answer) => records.entry(idOf(answer));
const openCount = () => records.intentCount();
const settled = (answer: Answer) =>
  waitFor('the settlement', async () => (await openCount()) === 0).then(() => entryOf(answer));
const heldNow = async () => (await records.countersNow()).reduce((sum, { held }) => sum + held, 0n);
const age = (ms: number) =>
  gateway.database.owner.query({
    name: `test-age-batch-${ms}`,
    text: `UPDATE call_intent SET background = jsonb_set(background::jsonb, '{sinceMs}',
      to_jsonb((background::jsonb->>'sinceMs')::bigint - ${ms}))::text`,
  });

describe('a batch', () => {
  it('is held at its bound, and settled by what its requests have used', async () => {
    const answer = await batchOf(lines(5, TOKENS, { max_tokens: 200 }));
    expect(answer.json<object>()).toMatchObject({ object: 'batch', status: 'validating' });
    expect(await openCount()).toBe(1);
    expect(await heldNow()).toBeGreaterThanOrEqual(BigInt(5 * 200 * NANO_OUT));
    const { tokens, price, outcome, usage_source, model_routed } = await settled(answer);
    expect({ out: tokens?.out, outcome, usage_source }).toEqual({
      out: 5 * 40,
      outcome: 'ok',
      usage_source: 'provider',
    });
    expect(model_routed).toBe(`sandbox/fault/${TOKENS}`);
    const nano = BigInt((tokens?.in ?? 0) * NANO_IN + 5 * 40 * NANO_OUT);
    expect(price).toMatchObject({ nano: String(nano), basis: 'usage', overrun_nano: '0' });
    expect(await records.ledger(idOf(answer))).toEqual([{ kind: 'settle', nano }]);
    expect(await heldNow()).toBe(0n);
  });

  it('whose requests bound nothing holds what the model can say in each', async () => {
    const answer = await batchOf(lines(3, `polls=${NEVER},${TOKENS}`, { n: 2 }));
    expect(await heldNow()).toBeGreaterThanOrEqual(BigInt(3 * 2 * 1_000 * NANO_OUT));
    const { id } = answer.json<{ id: string }>();
    await gateway.post(`/v1/batches/${id}/cancel`, '', { headers: AT() });
    const { outcome, ended_by, price } = await settled(answer);
    expect({ outcome, ended_by, nano: price?.nano }).toEqual({
      outcome: 'interrupted',
      ended_by: 'client',
      nano: '1', // No request was answered.
    });
  });

  it('costs the price of its tier, where there is one', async () => {
    const answer = await batchOf(lines(2, `as=small,${TOKENS}`, { max_tokens: 50 }));
    const { tokens, price } = await settled(answer);
    const nano = ((tokens?.in ?? 0) * NANO_IN + 2 * 40 * NANO_OUT) / 2;
    expect(price).toMatchObject({ nano: String(nano), tier: 'batch' });
  });

  it('of which a part ran costs that part', async () => {
    const answer = await batchOf(lines(4, `ends=expired,${TOKENS}`, { max_tokens: 100 }));
    const { tokens, outcome } = await settled(answer);
    expect({ out: tokens?.out, outcome }).toEqual({ out: 2 * 40, outcome: 'timeout' });
  });

  it('that its provider does not take costs next to nothing', async () => {
    const answer = await batchOf(lines(4, `ends=failed,${TOKENS}`, { max_tokens: 100 }));
    const { price, outcome } = await settled(answer);
    expect({ nano: price?.nano, outcome }).toEqual({ nano: '1', outcome: 'error' });
  });

  it('whose answers tell no usage costs all that was held', async () => {
    const answer = await batchOf(lines(2, `no-usage,${TOKENS}`, { max_tokens: 100 }));
    const { tokens, usage_source } = await settled(answer);
    expect(tokens?.out).toBe(2 * 100);
    expect(usage_source).toBe('partial');
  });

  it('that its provider does not know any more costs all that was held', async () => {
    const answer = await batchOf(lines(2, 'polls=0,ends=lost', { max_tokens: 100 }));
    await calls.settle(idOf(answer));
    expect(await openCount()).toBe(1);
    await age(UNKNOWN_MS);
    await calls.settle(idOf(answer));
    const { price } = await settled(answer);
    expect(price?.basis).toBe('bound');
    expect(price?.nano).toBe(price?.hold_nano);
  });

  it('of texts for vectors costs what goes in', async () => {
    const body = { model: 'embedding', input: 'Hello' };
    const embed = { custom_id: 'a', method: 'POST', url: '/v1/embeddings', body };
    const answer = await batchOf([embed], 'default', { endpoint: '/v1/embeddings' });
    const { tokens, usage_source } = await settled(answer);
    expect(tokens?.out).toBe(0);
    expect(tokens?.in).toBeGreaterThan(0);
    expect(usage_source).toBe('provider');
  });

  it('of responses is served, too, and charged where no money is limited', async () => {
    const body = { model: 'small', input: 'Hello', max_output_tokens: 50 };
    const one = { custom_id: 'a', method: 'POST', url: '/v1/responses', body };
    const answer = await batchOf([one], 'free', { endpoint: '/v1/responses' });
    const { price, workload } = await settled(answer);
    expect(Number(price?.nano)).toBeGreaterThan(0);
    expect(workload).toBeTruthy();
  });

  it('gives its results to its workload, and to no other', async () => {
    const answer = await batchOf(lines(1, TOKENS, { max_tokens: 50 }));
    await settled(answer);
    const path = `/v1/batches/${answer.json<{ id: string }>().id}`;
    const own = await gateway.get(path, { headers: AT() });
    const { output_file_id: results } = own.json<{ output_file_id: string }>();
    const content = await gateway.get(`/v1/files/${results}/content`, { headers: AT() });
    expect(JSON.parse(content.text)).toMatchObject({ custom_id: 'r0' });
    const foreign = { workload: 'other', headers: AT() };
    expect((await gateway.get(path, foreign)).status).toBe(404);
    expect((await gateway.get(`/v1/files/${results}/content`, foreign)).status).toBe(404);
  });

  it('is no matter of a minute', async () => {
    const answer = await batchOf(lines(2, TOKENS, { max_tokens: 100 }), 'minute');
    expect(answer.status).toBe(200);
    await settled(answer);
  });

  it('is settled by the usage that it tells itself', async () => {
    const facts = { id: 'batch_1', object: 'batch' };
    const usage = { input_tokens: 10, output_tokens: 20, total_tokens: 30 };
    const file = jsonLines([
      { custom_id: 'a', method: 'POST', url: CHAT, body: { model: 'm', messages, max_tokens: 50 } },
    ]);
    strange.answer = ({ path, method }) =>
      method === 'POST'
        ? json(
            path.includes('files')
              ? { id: 'file-strange1', object: 'file' }
              : { ...facts, status: 'validating' },
          )
        : path.includes('files')
          ? { pieces: [Buffer.from(file)] }
          : json({ ...facts, status: 'completed', usage });
    const headers = { 'content-type': 'multipart/form-data; boundary=e', ...AT('strange') };
    const form = '--e\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--e--\r\n';
    await gateway.post('/v1/files', form, { headers });
    const answer = await create('file-strange1', 'default', {}, 'strange');
    expect(answer.status).toBe(200);
    const { tokens, price } = await settled(answer);
    expect(tokens).toMatchObject({ in: 10, out: 20 });
    expect(price?.nano).toBe(String(10 * NANO_IN + 20 * NANO_OUT));
  });
});

/** Sealed as such, nothing held, and its provider has not heard of it. */
async function expectRefused(...[answer, key, how]: Parameters<typeof expectError>): Promise<void> {
  expectError(answer, key, how);
  expect(await entryOf(answer)).toMatchObject({ type: 'refusal' });
  const seen = await gateway.sandbox.requests();
  expect(seen.map(({ path }) => path)).not.toContain('/v1/batches');
  expect([await openCount(), await heldNow()]).toEqual([0, 0n]);
}

describe('refused is a batch', () => {
  it('whose bound does not fit the budget, and nothing is handed over', async () => {
    const answer = await batchOf(lines(5, TOKENS, { max_tokens: 1_000 }), 'small');
    await expectRefused(answer, 'budget_reached');
  });

  it('of a model that has no price', async () => {
    const body = { model: 'none', messages };
    const answer = await batchOf([{ custom_id: 'a', method: 'POST', url: CHAT, body }]);
    await expectRefused(answer, 'model_unknown', { param: 'model', message: /sandbox\/none/ });
  });

  it('of a workload that may use single models alone', async () => {
    const answer = await create('file-any12345', 'few');
    await expectRefused(answer, 'model_not_allowed');
  });

  it('over the file of another workload', async () => {
    const file = await upload(jsonLines(lines(1, TOKENS)), 'other');
    await expectRefused(await create(file), 'object_unknown');
  });

  it.each(['../../models', 'file-x/../y', '.'])('over a file that is called %s', async (file) => {
    const answer = await create(file, 'default');
    await expectRefused(answer, 'object_unknown');
  });

  it('whose requests name what another workload keeps', async () => {
    const secret = await upload('{}', 'other');
    const content = [{ type: 'image_url', image_url: { file_id: secret } }];
    const answer = await batchOf([line(TOKENS, { messages: [{ role: 'user', content }] })]);
    await expectRefused(answer, 'object_unknown');
  });

  it('whose file is away, and says so', async () => {
    strange.answer = () => json({ id: 'file-strange2', object: 'file' });
    const headers = { 'content-type': 'multipart/form-data; boundary=e', ...AT('strange') };
    const form = '--e\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--e--\r\n';
    await gateway.post('/v1/files', form, { headers });
    strange.answer = () => ({ status: 500, pieces: [] });
    const answer = await create('file-strange2', 'default', {}, 'strange');
    const id = expectError(answer, 'batch_unreadable', { param: 'input_file_id' });
    const told = gateway.log.lines.filter((line) => line.includes(`"request_id":"${id}"`));
    expect(told.join()).toContain('"why":"status 500"');
  });

  it.each([
    [
      'two models',
      [line(TOKENS), line('no-usage,tokens=40', {}, 1)],
      'field_invalid',
      /Request 2.*another model/,
    ],
    ['another path', [line(TOKENS, {}, 0, '/v1/embeddings')], 'field_invalid', /Request 1.*url/],
    ['no body', [{ custom_id: 'a', method: 'POST', url: CHAT }], 'field_invalid', /no body/],
    ['no messages', [line(TOKENS, { messages: 7 })], 'field_invalid', /Request 1.*messages/],
    ['a bound that is none', [line(TOKENS, { max_tokens: '5' })], 'field_invalid', /max_tokens/],
    [
      'a tool that is billed apart',
      [line(TOKENS, { tools: [{ type: 'web_search' }] })],
      'option_unpriced',
      /Request 1/,
    ],
    ['a dearer tier', [line(TOKENS, { service_tier: 'priority' })], 'option_unpriced', /tier/],
    [
      'input that is only named',
      [
        line(TOKENS, {
          messages: [
            {
              role: 'user',
              content: [{ type: 'file', file: { file_url: 'https://x.org/a.pdf' } }],
            },
          ],
        }),
      ],
      'option_unpriced',
      /bound/,
    ],
    ['a second body', [{ ...line(TOKENS), Body: {} }], 'field_invalid', /Request 1.*more than/],
    ['nothing', [], 'field_invalid', /no request/],
  ] as const)('with %s in its file', async (_what, requests, key, message) => {
    const answer = await batchOf(requests);
    await expectRefused(answer, key, { param: 'input_file_id', message });
  });

  it('of lines that are no JSON', async () => {
    const answer = await create(await upload('{"custom_id"'));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Request 1 of the file');
  });

  it.each([
    ['requests', { requests: [{ body: {} }] }],
    ['model', { model: 'sandbox/small' }],
    ['completion_window', { completion_window: '1h' }],
    ['Endpoint', { Endpoint: '/v1/videos' }],
  ])('with %s, which may be work that nobody bounds', async (param, more) => {
    const answer = await create(await upload('{}'), 'default', more);
    await expectRefused(answer, 'field_invalid', { param, message: /./ });
  });

  it('of requests whose cost nobody can tell', async () => {
    const answer = await create(await upload('{}'), 'default', { endpoint: '/v1/moderations' });
    await expectRefused(answer, 'field_invalid', { param: 'endpoint', message: /embeddings/ });
  });
});
