import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Cell } from '#documents';
import { aPdf } from '../../../libs/documents/src/testing/a-pdf.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';
import { JudgeServer } from '../../support/judge-server.js';
import type { ReadSpan } from '../../support/otlp.js';
import { PRICE } from '../../support/settings.js';
import { TestCollector } from '../../support/test-collector.js';
import { ECHO_SCHEMA, startToolServer } from '../../support/tool-server.js';

const collector = await TestCollector.start();
const judge = await JudgeServer.start('poem');
const tools = await startToolServer({ speaks: 'newest' });
afterAll(async () => {
  collector.close();
  await judge.close();
});

const echo = { description: 'Says it again.', input_schema: ECHO_SCHEMA };
const gateway = await startGateway(
  {
    providers: [
      { name: 'judge', base_url: judge.url, models: [{ id: 'small', price: PRICE }] },
      {
        name: 'office',
        family: 'mcp',
        base_url: tools.url,
        models: [{ id: 'echo', price: 'free', tool: echo }],
        serves_responses: undefined,
        secret: undefined,
      },
    ],
    workloads: [
      { name: 'default', tools: ['office/*'] },
      {
        name: 'judged',
        scope: { mode: 'flag', statement: 'Questions about parcels.', judge: 'judge/small' },
      },
      { name: 'narrow', allowed_models: ['sandbox/echo'] },
    ],
  },
  {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      GW_OUTBOUND_HOSTS: '127.0.0.1',
    },
  },
);
beforeEach(() => gateway.sandbox.clear());

let count = 0;
/** A trace of a caller's own. */
function aTrace(flags = '01') {
  const traceId = (++count).toString(16).padStart(32, 'a');
  const spanId = 'b7ad6b7169203331';
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

const CANARY = 'ann.miller@example.org';
const messages = [{ role: 'user', content: `Write to ${CANARY}` }];
const named = (spans: readonly ReadSpan[], name: string): ReadSpan => {
  const span = spans.find((one) => one.name === name);
  if (!span) throw new Error(`no span ${name} among ${spans.map((one) => one.name).join(', ')}`);
  return span;
};

describe('a streamed call with one failed attempt', async () => {
  const { traceId, spanId, headers } = aTrace();
  await gateway.sandbox.script('status=503');
  const baggage = { baggage: 'user=ann', tracestate: 'vendor=1' };
  const answer = await gateway.stream(
    { messages, stream: true },
    { headers: { ...headers, ...baggage } },
  );
  const asked = await gateway.sandbox.requests();
  const spans = await collector.trace(traceId, 3);
  const server = named(spans, 'POST /v1/chat/completions');
  const [failed, served] = spans
    .filter(({ name }) => name === 'chat small')
    .toSorted((one, other) => one.startMs - other.startMs);

  it('is a server span below its caller, with a client span for each attempt below it', () => {
    expect(answer.status).toBe(200);
    expect(spans).toHaveLength(3);
    expect(server).toMatchObject({ kind: 2, parentSpanId: spanId, status: 0 });
    expect(failed).toMatchObject({ kind: 3, parentSpanId: server.spanId, status: 2 });
    expect(served).toMatchObject({ kind: 3, parentSpanId: server.spanId, status: 0 });
  });

  it('says what the conventions have names for', () => {
    expect(server.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'gw.request.id': answer.headers['request-id'],
      'gw.surface': 'chat',
      'gw.decision': 'served',
      'gw.cache_hit': false,
      'gw.findings.count': 1,
      'gw.currency': 'EUR',
    });
    expect(server.attributes['gw.cost_nano']).toBeGreaterThan(0);
    const asked = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'custom',
      'gen_ai.request.model': 'small',
      'gen_ai.request.stream': true,
      'server.address': '127.0.0.1',
      'gw.provider': 'sandbox',
      'gw.credential': 'own',
      'gw.jurisdiction': 'LOCAL',
    };
    expect(failed?.attributes).toEqual({
      ...asked,
      'http.response.status_code': 503,
      'error.type': '503',
    });
    expect(served?.attributes).toEqual({
      ...asked,
      'http.response.status_code': 200,
      'gen_ai.response.id': expect.stringMatching(/^chatcmpl-/),
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
      'gen_ai.usage.cache_read.input_tokens': 0,
      'gen_ai.usage.cache_creation.input_tokens': 0,
      'gen_ai.usage.reasoning.output_tokens': 0,
    });
  });

  it('lies in time as it went', () => {
    expect(failed?.endMs).toBeLessThanOrEqual(served?.startMs ?? 0);
    for (const span of [failed, served]) {
      expect(span?.startMs).toBeGreaterThanOrEqual(server.startMs);
      expect(span?.endMs).toBeLessThanOrEqual(server.endMs + 1);
    }
    expect(served?.endMs).toBeGreaterThan(served?.startMs ?? 0);
  });

  it('tells its provider the ids of its own spans, and nothing that its caller had sent beside them', () => {
    expect(asked.map((one) => one.headers['traceparent'])).toEqual([
      `00-${traceId}-${failed?.spanId}-01`,
      `00-${traceId}-${served?.spanId}-01`,
    ]);
    for (const { headers: sent } of asked) {
      expect(sent).not.toHaveProperty('baggage');
      expect(sent).not.toHaveProperty('tracestate');
    }
  });

  it('comes from a service that says which it is', () => {
    expect(collector.resource).toMatchObject({
      'service.name': 'model-gateway',
      'service.version': expect.any(String),
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'test',
    });
  });
});

it('a refusal is a span with its error, and no fault of the gateway', async () => {
  const { traceId, headers } = aTrace();
  const answer = await gateway.chat({ messages }, { workload: 'narrow', headers });
  expect(answer.status).toBe(403);
  const [server, ...rest] = await collector.trace(traceId, 1);
  expect(rest).toEqual([]);
  expect(server).toMatchObject({
    name: 'POST /v1/chat/completions',
    status: 0,
    attributes: {
      'error.type': 'model_not_allowed',
      'gw.decision': 'refused',
      'gw.request.id': idOf(answer),
    },
  });
});

it('a judge is a span of its own, with its attempt, below the call that it judges', async () => {
  const { traceId, headers } = aTrace();
  await gateway.chat({ messages }, { workload: 'judged', headers });
  const spans = await collector.trace(traceId, 4);
  const server = named(spans, 'POST /v1/chat/completions');
  const judged = named(spans, 'gw.judge');
  expect(judged).toMatchObject({ kind: 1, parentSpanId: server.spanId });
  const asked = spans.filter(({ parentSpanId }) => parentSpanId === judged.spanId);
  expect(asked).toMatchObject([{ name: 'chat small', attributes: { 'gw.provider': 'judge' } }]);
});

it('a tool is a span that its server hears of, in the header and beside the arguments', async () => {
  const { traceId, headers } = aTrace();
  const params = { name: 'office__echo', arguments: { text: CANARY } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await gateway.post('/v1/mcp', body, { headers });
  expect(answer.text).toContain(CANARY);
  const spans = await collector.trace(traceId, 2);
  const tool = named(spans, 'execute_tool echo');
  expect(tool).toMatchObject({
    kind: 3,
    parentSpanId: named(spans, 'POST /v1/mcp').spanId,
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'echo' },
  });
  const traceparent = `00-${traceId}-${tool.spanId}-01`;
  const called = tools.asked.findLast(({ body }) => body.includes('tools/call'));
  expect(called?.headers['traceparent']).toBe(traceparent);
  expect(JSON.parse(called?.body ?? '')).toMatchObject({ params: { _meta: { traceparent } } });
});

describe('documents', async () => {
  await gateway.app.get(Cell).whenKnown();
  const url = `data:application/pdf;base64,${aPdf([[{ text: `To ${CANARY}`, y: 700 }]]).toString('base64')}`;

  it('that are read here are a span with what it took', async () => {
    const { traceId, headers } = aTrace();
    const document = { type: 'document_url', document_url: url };
    const answer = await gateway.post('/v1/ocr', { model: 'gw/ocr', document }, { headers });
    expect(answer.status, answer.text).toBe(200);
    const spans = await collector.trace(traceId, 2);
    const read = named(spans, 'gw.document');
    expect(read).toMatchObject({ kind: 1, parentSpanId: named(spans, 'POST /v1/ocr').spanId });
    expect(read.endMs).toBeGreaterThan(read.startMs);
  });

  it('of a conversation are a span before its attempt', async () => {
    const { traceId, headers } = aTrace();
    const content = [{ type: 'file', file: { filename: 'letter.pdf', file_data: url } }];
    await gateway.chat({ messages: [{ role: 'user', content }] }, { headers });
    const spans = await collector.trace(traceId, 3);
    const [read, asked] = [named(spans, 'gw.document'), named(spans, 'chat small')];
    expect(read.endMs).toBeLessThanOrEqual(asked.startMs + 1);
  });
});

describe('the context of a caller', () => {
  it.each([
    ['zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a version that is none', `ff-${'a'.repeat(32)}-b7ad6b7169203331-01`],
    ['capitals', `00-${'A'.repeat(32)}-b7ad6b7169203331-01`],
    ['more than it may say', `00-${'a'.repeat(32)}-b7ad6b7169203331-01-x`],
    ['a text', `${CANARY}-${'x'.repeat(4_000)}`],
  ])('is not gone by where it is %s: a trace begins', async (_what, traceparent) => {
    const answer = await gateway.chat({ messages }, { headers: { traceparent } });
    expect(answer.status).toBe(200);
    const [{ headers } = { headers: {} as Record<string, string> }] =
      await gateway.sandbox.requests();
    const [, traceId = ''] = headers['traceparent']?.split('-') ?? [];
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(traceparent).not.toContain(traceId);
    const server = named(await collector.trace(traceId, 2), 'POST /v1/chat/completions');
    expect(server.parentSpanId).toBe('');
  });

  it('that is not sampled goes on as such, and nothing of it is told', async () => {
    const { traceId, headers } = aTrace('00');
    await gateway.chat({ messages }, { headers });
    const [sent] = await gateway.sandbox.requests();
    expect(sent?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    const later = aTrace();
    await gateway.chat({ messages }, { headers: later.headers });
    await collector.trace(later.traceId, 2);
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

it('nothing that was said is told, nor any header, key or address', () => {
  const told = Buffer.concat(collector.bodies).toString('latin1');
  expect(collector.spans.length).toBeGreaterThan(10);
  for (const word of [CANARY, 'miller', 'Write to', gateway.key(), 'user=ann', 'vendor=1']) {
    expect(told).not.toContain(word);
  }
});
