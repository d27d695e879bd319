import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Credentials, type DispatchRecord, type Endpoint, type MeteredCall } from '#call';
import { Cancellation, failed, GatewayError, Secret } from '#kernel';
import {
  aCall,
  aForward,
  aKey,
  anEndpoint,
  anOrganisation,
  aWorkload,
} from '../../../test/support/a-call.js';
import { saidIn } from '../../../test/support/wire.js';
import { TestClock } from '../../../test/support/test-clock.js';
import type { ProviderHealth } from './health/provider-health.js';
import type { HttpClient } from './http/http-client.js';
import type { ProviderDispatcher } from './provider.dispatcher.js';
import { aDispatcher } from './testing/a-dispatcher.js';
import { aServer } from './testing/a-server.js';

class OneCredential extends Credentials {
  secretOf(_organisation: string, credentialId: string): Secret {
    if (credentialId === 'unreadable') throw failed('internal');
    return new Secret(`sk-${credentialId}`);
  }
}

let clock: TestClock;
let client: HttpClient;
let health: ProviderHealth;
let dispatcher: ProviderDispatcher;
beforeEach(() => {
  clock = new TestClock();
  ({ dispatcher, client, health } = aDispatcher(clock, new OneCredential()));
});
afterEach(() => client.onModuleDestroy());

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const answer = json(200, {
  id: 'c1',
  choices: [],
  usage: { prompt_tokens: 5, completion_tokens: 2 },
});
const fault = (status: number, headers = {}) => json(status, { error: { message: 'no' } }, headers);
const cut: Answer = (response) => response.destroy();
const stream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

/** A provider that gives these answers in turn, the last one for ever. */
async function aProviderOf(name: string, ...answers: readonly Answer[]) {
  let calls = 0;
  const listener: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => answers[Math.min(calls++, answers.length - 1)]?.(response));
  };
  const { origin } = await aServer(listener);
  return { endpoint: anEndpoint({ name, baseUrl: `${origin}/v1` }), calls: () => calls };
}

const aRecord = (): DispatchRecord => ({
  cancellation: new Cancellation(),
  attempts: [],
  endpoint: null,
  billable: 'nothing',
  noteSent: () => undefined,
  spent: [],
});

/** Nobody listens there. */
const nowhere = anEndpoint({ name: 'nowhere', baseUrl: 'http://127.0.0.1:1/v1' });

function callTo(endpoints: readonly Endpoint[], change: Partial<MeteredCall> = {}): MeteredCall {
  const hold = { nano: 0n, inputTokens: 0, outputTokens: 0, endpoints, rateHeaders: {} };
  return aCall({ hold, ...change });
}

async function dispatch(endpoints: readonly Endpoint[], change: Partial<MeteredCall> = {}) {
  const record = aRecord();
  const outcome = await dispatcher.send(callTo(endpoints, change), record).then(
    ({ status }) => status,
    (error: GatewayError) => error,
  );
  const attempts = record.attempts.map(({ provider, status, transport }) => [
    provider,
    status ?? transport,
  ]);
  return { outcome, attempts, record };
}

describe('the dispatcher', () => {
  it('answers with the first endpoint that does', async () => {
    const { endpoint } = await aProviderOf('acme', answer);
    const { outcome, attempts, record } = await dispatch([endpoint, nowhere]);
    expect(outcome).toBe(200);
    expect(attempts).toEqual([['acme', 200]]);
    expect(record).toMatchObject({ billable: 'answer', endpoint });
  });

  it('tries a busy provider once more, then the next endpoint', async () => {
    const busy = await aProviderOf('busy', fault(503));
    const good = await aProviderOf('good', answer);
    const { outcome, attempts } = await dispatch([busy.endpoint, good.endpoint]);
    expect(outcome).toBe(200);
    expect(attempts).toEqual([
      ['busy', 503],
      ['busy', 503],
      ['good', 200],
    ]);
  });

  it('goes on with the next endpoint when nobody listens at one', async () => {
    const good = await aProviderOf('good', answer);
    const { attempts } = await dispatch([nowhere, good.endpoint]);
    expect(attempts).toEqual([
      ['nowhere', 'connect'],
      ['nowhere', 'connect'],
      ['good', 200],
    ]);
  });

  it('makes four attempts at most', async () => {
    const busy = await Promise.all(['a', 'b', 'c'].map((name) => aProviderOf(name, fault(500))));
    const { attempts, outcome } = await dispatch(busy.map(({ endpoint }) => endpoint));
    expect(attempts.map(([name]) => name)).toEqual(['a', 'a', 'b', 'b']);
    expect(outcome).toMatchObject({ key: 'upstream_failed' });
  });

  it('does not repeat a request that was refused', async () => {
    const strict = await aProviderOf('strict', fault(400));
    const { attempts, outcome, record } = await dispatch([strict.endpoint, nowhere]);
    expect(attempts).toEqual([['strict', 400]]);
    expect((outcome as GatewayError).spec.status).toBe(400);
    expect(record.billable).toBe('nothing');
  });

  it('never sends a request twice that a provider may be working on', async () => {
    const lost = await aProviderOf('lost', cut);
    const { attempts, record } = await dispatch([lost.endpoint, nowhere]);
    expect(attempts).toEqual([['lost', 'reset']]);
    expect(lost.calls()).toBe(1);
    expect(record.billable).toBe('request');
  });

  it.each([
    ['a stream before its first event', (response: ServerResponse) => void stream(response)],
    [
      'an answer in its middle',
      (response: ServerResponse) =>
        void response.writeHead(200, {
          'content-type': 'application/json',
          'content-length': '500',
        }),
    ],
  ])('never sends a request twice when the connection breaks in %s', async (_where, begin) => {
    const half = await aProviderOf('half', (response) => {
      begin(response);
      response.write(' ', () => response.destroy());
    });
    const { attempts, record, outcome } = await dispatch([half.endpoint, nowhere]);
    expect(attempts).toEqual([['half', 200]]);
    expect(half.calls()).toBe(1);
    expect(record.billable).toBe('request');
    expect(outcome).toMatchObject({ key: 'upstream_failed' });
  });

  it('moves on from an answer that makes no sense, and charges what it may have cost', async () => {
    const odd = await aProviderOf('odd', (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    );
    const { attempts, record } = await dispatch([odd.endpoint]);
    expect(attempts).toEqual([['odd', 200]]);
    expect(odd.calls()).toBe(1);
    expect(record.billable).toBe('request');
  });

  it('leaves a provider alone for as long as it asked', async () => {
    const limited = await aProviderOf('limited', fault(429, { 'retry-after': '30' }));
    const call = callTo([limited.endpoint]);
    const { organisation } = call.principal;
    await expect(dispatcher.send(call, aRecord())).rejects.toMatchObject({
      details: { retryAfterSeconds: 30 },
    });
    expect(health.isServing(organisation.id, limited.endpoint)).toBe(false);
    clock.skip(30_000);
    expect(health.isServing(organisation.id, limited.endpoint)).toBe(true);
  });

  it('opens the breaker of a provider that is not there, and sends nothing more', async () => {
    const call = callTo([nowhere]);
    for (let turn = 0; turn < 3; turn++) {
      await expect(dispatcher.send(call, aRecord())).rejects.toBeInstanceOf(GatewayError);
    }
    const record = aRecord();
    await expect(dispatcher.send(call, record)).rejects.toMatchObject({
      key: 'upstream_unhealthy',
    });
    expect(record).toMatchObject({ attempts: [], billable: 'nothing', endpoint: null });
  });

  it('takes a forwarded answer without a body for what it is', async () => {
    const deleting = await aProviderOf('deleting', (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(),
    );
    const operation = aForward({ method: 'HEAD', segments: ['v1', 'files', 'f-1'] });
    const call = callTo([deleting.endpoint], { operation, body: { kind: 'none' } });
    for (let turn = 0; turn < 12; turn++) {
      const { status, body } = await dispatcher.send(call, aRecord());
      expect([status, body.kind]).toEqual([200, 'bytes']);
    }
    expect(health.isServing(call.principal.organisation.id, deleting.endpoint)).toBe(true);
  });

  it('gives the place of a probe back when its request cannot be written', async () => {
    const { principal } = callTo([nowhere]);
    for (let turn = 0; turn < 3; turn++) await dispatch([nowhere], { principal });
    clock.skip(5_000);
    const unwritable = { ...nowhere, credentialId: 'unreadable' };
    expect((await dispatch([unwritable], { principal })).outcome).toMatchObject({
      key: 'internal',
    });
    const { attempts } = await dispatch([nowhere], { principal });
    expect(attempts).toEqual([['nowhere', 'connect']]);
  });

  it.each([400, 401, 404, 501, 505])(
    'does not take %i for a sign of ill health',
    async (status) => {
      const strict = await aProviderOf('strict', fault(status));
      const call = callTo([strict.endpoint]);
      for (let turn = 0; turn < 12; turn++) {
        await dispatcher.send(call, aRecord()).catch(() => undefined);
      }
      expect(strict.calls()).toBe(12);
    },
  );

  it('answers 504 when no provider answers in time, and does not try another one', async () => {
    const silent = await aProviderOf('silent', () => undefined);
    const record = aRecord();
    const call = callTo([silent.endpoint, nowhere], { timeoutMs: 60_000 });
    const sent = dispatcher.send(call, record);
    const expected = expect(sent).rejects.toMatchObject({
      key: 'upstream_timeout',
      details: { gw: { cause: 'timeout' } },
    });
    while (silent.calls() === 0) await new Promise(setImmediate);
    clock.skip(60_000);
    await expected;
    expect(record.attempts).toMatchObject([{ provider: 'silent', transport: 'timeout' }]);
    expect(record.billable).toBe('request');
  });

  it.each([
    [59_000, /that the request set by x-gw-upstream-timeout/],
    [60_000, /have upstream_timeout_seconds raised/],
  ])('says whose limit of time it was: %i ms', async (timeoutMs, message) => {
    const silent = await aProviderOf('silent', () => undefined);
    const call = callTo([silent.endpoint], { timeoutMs });
    const workload = { ...call.principal.workload, upstreamTimeoutMs: 60_000 };
    const principal = { ...call.principal, workload };
    const sent = dispatcher.send({ ...call, principal }, aRecord());
    const expected = expect(sent).rejects.toThrow(message);
    while (silent.calls() === 0) await new Promise(setImmediate);
    clock.skip(timeoutMs);
    await expected;
  });

  it.each([
    ['the time of its workload', 1_000, false],
    ['less time, by its caller', 2_000, true],
  ])('what timed out after %s says so of the provider: %i ms', async (_whose, ofAll, isWell) => {
    const silent = await aProviderOf('silent', () => undefined);
    const called = callTo([silent.endpoint], { timeoutMs: 1_000 });
    const workload = { ...called.principal.workload, upstreamTimeoutMs: ofAll };
    const call = { ...called, principal: { ...called.principal, workload } };
    const { organisation } = call.principal;
    for (let turn = 1; turn <= 10; turn++) {
      expect(health.isServing(organisation.id, silent.endpoint)).toBe(true);
      const sent = dispatcher.send(call, aRecord());
      const expected = expect(sent).rejects.toMatchObject({ key: 'upstream_timeout' });
      while (silent.calls() < turn) await new Promise(setImmediate);
      clock.skip(1_000);
      await expected;
    }
    expect(health.isServing(organisation.id, silent.endpoint)).toBe(isWell);
  });

  it('leaves no timer behind, however a call ends', async () => {
    const good = await aProviderOf('good', answer);
    const strict = await aProviderOf('strict', fault(400));
    for (const { endpoint } of [good, strict, { endpoint: nowhere }]) {
      await dispatcher.send(callTo([endpoint]), aRecord()).catch(() => undefined);
      expect(clock.alarms).toBe(0);
    }
  });

  it('opens each endpoint with the credential that it names, and with none where it names none', async () => {
    const seen: (string | undefined)[] = [];
    const { origin } = await aServer((request, response) => {
      seen.push(request.headers.authorization);
      request.resume();
      request.on('end', () => answer(response));
    });
    const baseUrl = `${origin}/v1`;
    for (const credentialId of ['mine', null]) {
      await dispatcher.send(callTo([anEndpoint({ baseUrl, credentialId })]), aRecord());
    }
    expect(seen).toEqual(['Bearer sk-mine', undefined]);
  });

  it('does not blame the provider when the caller has gone', async () => {
    const silent = await aProviderOf('silent', () => undefined);
    const record = aRecord();
    const call = callTo([silent.endpoint]);
    for (let turn = 0; turn < 12; turn++) {
      const own = turn === 0 ? record : aRecord();
      const sent = dispatcher.send(call, own);
      own.cancellation.cancel(new Error('gone'));
      await expect(sent).rejects.toThrow('gone');
    }
    expect(record.attempts).toMatchObject([{ transport: 'aborted' }]);
    expect(health.isServing(call.principal.organisation.id, silent.endpoint)).toBe(true);
  });

  it('leaves the other models of a provider alone when one is limited', async () => {
    const limited = await aProviderOf('limited', fault(429, { 'retry-after': '30' }), answer);
    const call = callTo([limited.endpoint]);
    const { id } = call.principal.organisation;
    await expect(dispatcher.send(call, aRecord())).rejects.toBeInstanceOf(GatewayError);
    const { provider } = limited.endpoint;
    const neighbour = anEndpoint(provider, { id: 'another' });
    expect(health.isServing(id, limited.endpoint)).toBe(false);
    expect(health.isServing(id, neighbour)).toBe(true);
    expect((await dispatch([neighbour], { principal: call.principal })).outcome).toBe(200);
  });

  const LIMIT = { message: 'Slow down.', type: 'requests', code: 'rate_limit_exceeded' };
  const inBody = json(200, { error: LIMIT }, { 'retry-after': '30' });
  const inFirstFrame: Answer = (response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream', 'retry-after': '30' })
      .end(`data: ${JSON.stringify({ error: LIMIT })}\n\n`);

  it.each([
    ['a whole answer', inBody, false],
    ['a stream', inFirstFrame, true],
  ])(
    'takes an error in the place of %s as if it had come with its status',
    async (_what, limit, isStreaming) => {
      const limited = await aProviderOf('limited', limit);
      const { outcome, attempts, record } = await dispatch([limited.endpoint], { isStreaming });
      expect(attempts).toEqual([['limited', 429]]);
      expect(record.billable).toBe('nothing');
      expect(outcome).toMatchObject({
        message: 'Slow down.',
        spec: { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
        details: { retryAfterSeconds: 30, gw: { cause: 'upstream_status' } },
      });
      const good = await aProviderOf('good', isStreaming ? inGoodStream : answer);
      const over = await dispatch([limited.endpoint, good.endpoint], { isStreaming });
      expect(over.outcome).toBe(200);
    },
  );

  const inGoodStream: Answer = (response) =>
    stream(response).end('data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n');

  it('says of an event that is too large what is wrong, and not that the connection broke', async () => {
    const huge = await aProviderOf('huge', (response) => {
      stream(response).on('error', () => undefined);
      response.end(`data: ${'x'.repeat(17 * 1_048_576)}\n\n`);
    });
    const { outcome } = await dispatch([huge.endpoint], { isStreaming: true });
    expect(outcome).toMatchObject({
      message: 'The provider sent an event of more than 16 MiB.',
      details: { gw: { cause: 'malformed' } },
    });
  });

  it.each([
    ['adaptive', 200, 1],
    ['strict', expect.any(GatewayError), 0],
  ] as const)(
    'tries once more what may have cost something on a budget that is %s',
    async (mode, expected, calls) => {
      const broken = await aProviderOf('broken', (response) => response.end('<html>'));
      const good = await aProviderOf('good', answer);
      const workload = aWorkload({ budget: { nano: 1n, period: 'total', mode } });
      const principal = aKey(anOrganisation(), workload);
      const endpoints = [broken.endpoint, good.endpoint];
      const { outcome } = await dispatch(endpoints, { principal });
      expect(outcome).toEqual(expected);
      expect(good.calls()).toBe(calls);
    },
  );

  it('hands many small events on in batches, and leaves the loop to others in between', async () => {
    const COUNT = 4_000;
    const event = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
    const many = await aProviderOf('many', (response) => {
      stream(response).end(`${event.repeat(COUNT)}data: [DONE]\n\n`);
    });
    const { body } = await dispatcher.send(
      callTo([many.endpoint], { isStreaming: true }),
      aRecord(),
    );
    if (body.kind !== 'events') throw new Error('not a stream');
    const sizes = (await Array.fromAsync(body.batches)).map((batch) => batch.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(COUNT + 1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
  });

  it('begins a stream when its first event is sound, and hands the rest on', async () => {
    const streaming = await aProviderOf('streaming', (response) => {
      stream(response);
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n');
      setImmediate(() =>
        response.end(
          'data: {"choices":[{"index":0,"delta":{"content":"lo"}}]}\n\ndata: [DONE]\n\n',
        ),
      );
    });
    const call = callTo([streaming.endpoint], { isStreaming: true });
    const { body } = await dispatcher.send(call, aRecord());
    if (body.kind !== 'events') throw new Error('not a stream');
    const events = (await Array.fromAsync(body.batches))
      .flat()
      .flatMap((frame) => saidIn(frame.events));
    expect(events).toMatchObject([
      { type: 'text', delta: 'Hel' },
      { type: 'text', delta: 'lo' },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });
});
