import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aChat, startGateway } from '../../support/gateway.js';
import { json, ReplayServer } from '../../support/replay-server.js';
import { NANO_IN, NANO_OUT, PRICE } from '../../support/settings.js';
import { UPSTREAM_KEY } from '../../support/test-sandbox.js';
import { Readable } from 'node:stream';

const provider = await ReplayServer.start();
const gateway = await startGateway({
  providers: [
    { name: 'plain', base_url: `${provider.url}/v1`, models: [{ id: 'org/m-1', price: PRICE }] },
  ],
  workloads: [{ name: 'default' }, { name: 'limited', rpm: 50, tpm: 100_000 }],
});
afterAll(() => provider.close());

interface Completion {
  readonly id: string;
  readonly object: string;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly finish_reason: string;
    readonly message: { readonly role: string; readonly content: string | null };
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const PATH = '/v1/chat/completions';
const COMPLETION =
  '{"id":"c-1", "object":"chat.completion","created":1.0,"model":"m-1","big":12345678901234567890,' +
  '"choices":[{"index":0,"message":{"role":"assistant","content":"h\\u00e9llo","extra":null},' +
  '"finish_reason":"stop","logprobs":null}],"usage":{"prompt_tokens":10,"completion_tokens":5,' +
  '"total_tokens":15},"x_vendor":{"a":[1e2,0.10]}}';

beforeEach(async () => {
  await gateway.sandbox.clear();
  provider.received.length = 0;
  provider.answer = () => json(COMPLETION);
});

describe('the answer', () => {
  it('is the provider’s completion under the model id that was asked for', async () => {
    const answer = await gateway.chat({ model: 'sandbox/echo' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { object, model, choices } = answer.json<Completion>();
    expect({ object, model }).toEqual({ object: 'chat.completion', model: 'sandbox/echo' });
    expect(choices).toMatchObject([
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } },
    ]);
  });

  it('is the provider’s to the byte, but for the model', async () => {
    const answer = await gateway.chat({ model: 'plain/org/m-1' });
    expect(answer.text).toBe(COMPLETION.replace('"model":"m-1"', '"model":"plain/org/m-1"'));
  });

  it('brings every choice that was asked for, and their usage together', async () => {
    const one = (await gateway.chat({ n: 1 })).json<Completion>();
    const three = (await gateway.chat({ n: 3 })).json<Completion>();
    expect(three.choices.map((choice) => choice.index)).toEqual([0, 1, 2]);
    expect(three.usage.completion_tokens).toBe(3 * one.usage.completion_tokens);
  });

  it('has headers of the gateway’s own and none of the provider’s', async () => {
    const foreign = { 'set-cookie': 'a=b', server: 'secret', 'openai-organization': 'org-x' };
    provider.answer = () => json(COMPLETION, { ...foreign, 'x-ratelimit-limit-requests': '7' });
    const { headers } = await gateway.chat({ model: 'plain/org/m-1' });
    expect(Object.keys(headers).toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'request-id',
      'server-timing',
      'x-gw-model',
      'x-gw-provider',
      'x-request-id',
    ]);
    expect(headers).toMatchObject({ 'x-gw-provider': 'plain', 'x-gw-model': 'org/m-1' });
  });

  it('says how long each step took', async () => {
    const { headers } = await gateway.chat();
    expect(headers['server-timing']).toMatch(
      /^inspect;dur=[\d.]+, route;dur=[\d.]+, scope;dur=[\d.]+, cache;dur=[\d.]+, seal;dur=[\d.]+, meter;dur=[\d.]+$/,
    );
  });

  it('says what is left of the limits of a workload that has some', async () => {
    const first = (await gateway.chat({}, { workload: 'limited' })).headers;
    expect(first['x-ratelimit-limit-requests']).toBe('50');
    expect(first['x-ratelimit-remaining-requests']).toBe('49');
    expect(first['x-ratelimit-reset-requests']).toMatch(/^\d+s$/);
    expect(first['x-ratelimit-limit-tokens']).toBe('100000');
    expect(Number(first['x-ratelimit-remaining-tokens'])).toBeLessThan(100_000);
    expect(first['x-ratelimit-reset-tokens']).toMatch(/^\d+s$/);
    const second = (await gateway.chat({}, { workload: 'limited' })).headers;
    expect(second['x-ratelimit-remaining-requests']).toBe('48');
  });
});

describe('the record', () => {
  it('has the request id as its own id, and what was charged is what was used', async () => {
    const answer = await gateway.chat();
    const id = String(answer.headers['request-id']);
    expect(answer.headers['x-request-id']).toBe(id);
    const { usage } = answer.json<Completion>();
    const entry = await gateway.records.entry(id);
    expect(entry).toMatchObject({
      type: 'call',
      surface: 'chat',
      wire: 'chat',
      stream: false,
      model_requested: 'sandbox/small',
      model_routed: 'sandbox/small',
      provider: 'sandbox',
      jurisdiction: 'LOCAL',
      http_status: 200,
      outcome: 'ok',
      ended_by: 'upstream',
      client_gone: false,
      cache_hit: 'none',
      usage_source: 'provider',
      tokens: { in: usage.prompt_tokens, out: usage.completion_tokens },
      attempts: [{ n: 1, provider: 'sandbox', status: 200, err: null }],
    });
    const nano = BigInt(usage.prompt_tokens * NANO_IN + usage.completion_tokens * NANO_OUT);
    expect(entry.price?.nano).toBe(String(nano));
    expect(await gateway.records.ledger(id)).toEqual([{ kind: 'settle', nano }]);
  });

  it('holds no text of the caller or of the provider', async () => {
    const canary = 'canary-5f1d';
    const { headers } = await gateway.chat({
      model: 'sandbox/echo',
      messages: [{ role: 'user', content: canary }],
      user: canary,
    });
    const entry = await gateway.records.entry(String(headers['request-id']));
    expect(JSON.stringify(entry)).not.toContain(canary);
    expect(gateway.log.lines.join('\n')).not.toContain(canary);
  });
});

describe('the provider', () => {
  it('gets the caller’s text to the byte, but for the model', async () => {
    const body =
      '{ "temperature" : 1.0,\n\t"seed":12345678901234567890, "model":"plain/org/m-1","x_unknown":{"b":1e2,"a":-0.0},' +
      '"messages":[{"content":"caf\\u00e9 \\ud83d\\ude00 \\/","role":"user","name":null}],"n":1 , "stop":[] }  ';
    await gateway.post(PATH, body);
    expect(provider.received).toHaveLength(1);
    const sent = provider.received[0]?.body.toString();
    expect(sent).toBe(body.replace('"plain/org/m-1"', '"org/m-1"'));
  });

  it('gets the caller’s text to the byte when it is streamed, with usage asked for', async () => {
    const body =
      '{"stream":true,"model":"plain/org/m-1","messages":[{"role":"user","content":"x"}],"top_p":1.0}';
    await gateway.post(PATH, body);
    const sent = provider.received[0]?.body.toString() ?? '';
    const written = body.replace('"plain/org/m-1"', '"org/m-1"').slice(1);
    expect(sent).toBe(`{"stream_options":{"include_usage":true},${written}`);
  });

  it('gets headers that mean something to it, and its own credential', async () => {
    const headers = {
      'x-gw-upstream-timeout': '30',
      'x-gw-provider': 'sandbox',
      'x-gw-anything': 'x',
      'x-forwarded-for': '10.0.0.1',
      'x-request-id': 'mine',
      'openai-organization': 'org-x',
      cookie: 'session=1',
      accept: 'application/json',
      'user-agent': 'canary/1',
    };
    await gateway.chat({ model: 'plain/org/m-1' }, { headers });
    const received = provider.received[0]?.headers ?? {};
    expect(Object.keys(received).toSorted()).toEqual([
      'accept',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(received.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
    expect(JSON.stringify(received)).not.toMatch(/canary|gw_test_/);
  });

  it.each([
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions?beta=true', '/v1/chat/completions?beta=true'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
  ])('is asked at its own address for %s', async (path, expected) => {
    const answer = await gateway.post(path, aChat({ model: 'plain/org/m-1' }));
    expect(answer.status).toBe(200);
    expect(provider.received.map((request) => request.path)).toEqual([expected]);
  });
});

it('takes a body in chunks, without a length', async () => {
  const text = JSON.stringify(aChat({ model: 'sandbox/echo' }));
  const body = Readable.from([text.slice(0, 10), text.slice(10)].map((part) => Buffer.from(part)));
  const headers = { ...gateway.headers(), 'content-type': 'application/json; charset=utf-8' };
  const answer = await gateway.send(PATH, { headers, body });
  expect(answer.json<Completion>().choices[0]?.message.content).toBe('Hello');
});
