import { expect, it } from 'vitest';
import { BodyIntake } from '../../../apps/api/src/http/body-intake.js';
import { startGateway } from '../../support/gateway.js';
import { sendRaw } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  models: [{ id: 'fault/status=500', price: 'free' }],
  aliases: [
    {
      name: 'gw/any',
      targets: [{ model: 'sandbox/fault/status=500' }],
      fallbacks: ['second/small'],
    },
  ],
  providers: [{ name: 'second' }],
  workloads: [{ name: 'default' }, { name: 'poor', budget: { amount: '0', period: 'total' } }],
});

const CANARY = 'canary-7f3a';
const ask = { messages: [{ role: 'user', content: CANARY }] };

/** Members of the lines of one call, by what they say. */
async function linesOf(id: unknown, message: string, count = 1) {
  const found = () =>
    gateway.log.lines
      .filter((line) => line.includes(` ${message} {`) && line.includes(String(id)))
      .map(
        (line) => JSON.parse(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)) as object,
      );
  await waitFor(`the line of ${String(id)}`, () => Promise.resolve(found().length >= count));
  return found();
}

it('a call is one line with ids and figures, and no content', async () => {
  const answer = await gateway.chat({ model: 'sandbox/small', ...ask });
  const id = answer.headers['request-id'];
  expect(await linesOf(id, 'call')).toEqual([
    {
      call: id,
      request_id: id,
      surface: 'chat',
      organisation: 'Test',
      workload: 'default',
      key: expect.stringMatching(/^\w{8}$/),
      provider: 'sandbox',
      model: 'small',
      status: 200,
      error: null,
      cause: null,
      ended_by: 'upstream',
      ms: expect.any(Number),
      ttft_ms: expect.any(Number),
      gateway_ms: expect.any(Number),
      tokens_in: expect.any(Number),
      tokens_out: expect.any(Number),
      cost: expect.stringMatching(/^0\.\d+$/),
      currency: 'EUR',
    },
  ]);
  expect(gateway.log.lines.join()).not.toContain(CANARY);
});

it('a refusal is one line with its cause, and names no model that the caller made up', async () => {
  const refused = await gateway.chat({ model: 'sandbox/small', ...ask }, { workload: 'poor' });
  expect(await linesOf(refused.headers['request-id'], 'refused')).toMatchObject([
    { workload: 'poor', status: 402, error: 'budget_reached', cause: 'budget' },
  ]);
  const unknown = await gateway.chat({ model: `${CANARY}/x`, ...ask });
  expect(await linesOf(unknown.headers['request-id'], 'refused')).toMatchObject([
    { status: 404, error: 'model_unknown' },
  ]);
  expect(gateway.log.lines.join()).not.toContain(CANARY);
});

it('what was refused for its size or its pace is one line, without what had come', async () => {
  const open = (declared: number) =>
    sendRaw(
      gateway.url,
      [
        'POST /v1/chat/completions HTTP/1.1',
        'host: x',
        `authorization: Bearer ${gateway.key()}`,
        'content-type: application/json',
        `content-length: ${declared}`,
        '',
        `{"user":"${CANARY}"`,
      ].join('\r\n'),
    );
  const tooLarge = await open(1_000_000_000);
  const slow = open(1_000);
  const intake = gateway.app.get(BodyIntake);
  await waitFor('the body to begin', () => intake.size > 0);
  gateway.clock.skip(11_000);
  const tooSlow = await slow;
  const full = 1_024 * 1_048_576;
  expect(intake.large.tryTake(full)).toBe(true);
  const noRoom = open(1_048_576);
  await waitFor('the body to wait', () => intake.large.isContended);
  gateway.clock.skip(5_000);
  const refused = await noRoom;
  intake.large.give(full);
  for (const [answer, status, error] of [
    [tooLarge, 413, 'body_too_large'],
    [tooSlow, 408, 'body_too_slow'],
    [refused, 503, 'gateway_overloaded'],
  ] as const) {
    expect(answer.status).toBe(status);
    const lines = await linesOf(answer.headers['request-id'], 'refused');
    expect(lines).toMatchObject([{ workload: 'default', surface: 'chat', status, error }]);
  }
  expect(gateway.log.lines.join()).not.toContain(CANARY);
});

it('a try that failed is a line of its own', async () => {
  const answer = await gateway.chat({ model: 'gw/any', ...ask });
  expect(answer.status).toBe(200);
  const id = answer.headers['request-id'];
  expect(await linesOf(id, 'call')).toMatchObject([{ provider: 'second', status: 200 }]);
  const failed = await linesOf(id, 'attempt failed');
  expect(failed[0]).toMatchObject({ call: id, provider: 'sandbox', status: 500, transport: null });
});

it('who has no key is counted, and is no line', async () => {
  const before = gateway.log.lines.length;
  const answer = await gateway.send('/v1/models', { headers: { authorization: 'Bearer nobody' } });
  expect(answer.status).toBe(401);
  const metrics = await gateway.send('/metrics');
  expect(metrics.text).toContain('gw_unauthenticated_total{reason="key_unknown"} 1');
  expect(gateway.log.lines).toHaveLength(before);
});

it('an answer names the endpoint that served, and not the one that failed', async () => {
  const served = { 'x-gw-provider': 'second', 'x-gw-model': 'small' };
  expect((await gateway.chat({ model: 'gw/any' })).headers).toMatchObject(served);
  expect((await gateway.stream({ model: 'gw/any' })).headers).toMatchObject(served);
  const embedding = { model: 'sandbox/embedding', input: 'x' };
  const { headers } = await gateway.post('/v1/embeddings', embedding);
  expect(headers).toMatchObject({ 'x-gw-provider': 'sandbox', 'x-gw-model': 'embedding' });
});

it('a line says the trace of its call, where its caller has one', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const refused = await gateway.chat({}, { workload: 'poor', headers });
  const answer = await gateway.chat({ model: 'gw/any' }, { headers });
  for (const [message, { headers: told }] of [
    ['refused', refused],
    ['call', answer],
    ['attempt failed', answer],
    ['steps', answer],
  ] as const) {
    const id = told['request-id'];
    const [line] = await linesOf(id, message);
    expect(line).toMatchObject({ call: id, request_id: id, trace_id: traceId });
  }
});
