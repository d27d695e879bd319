import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseGate } from '../../support/database-gate.js';
import {
  expectAttempts,
  expectError,
  expectNothingSent,
  expectRefusal,
} from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

let gate: DatabaseGate | undefined;
afterAll(() => gate?.close()); // Runs last, when the gateway has ended.
const gateway = await startGateway(
  {
    models: [{ id: 'unpriced' }],
    providers: [{ name: 'dead', base_url: 'http://127.0.0.1:1/v1' }],
    workloads: [{ name: 'default', rpm: 1_000 }, { name: 'unseen' }],
  },
  {
    databaseUrl: async (direct) => {
      gate = await DatabaseGate.before(direct);
      return gate.url;
    },
  },
);
const database = gate as unknown as DatabaseGate;

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

function expectRetryAfter({ headers }: Answer, seconds: number): void {
  expect(headers['retry-after']).toBe(String(seconds));
  expect(headers['retry-after-ms']).toBe(String(seconds * 1_000));
}

const isServedAgain = (workload: string) =>
  waitFor('a call to be served', async () => (await gateway.chat({}, { workload })).status === 200);

describe('without its database the gateway', () => {
  it('cannot tell whether a key is good, so it says so instead of calling it wrong', async () => {
    database.shut();
    const answer = await gateway.chat({}, { workload: 'unseen' });
    const id = expectError(answer, 'auth_unavailable');
    expectRetryAfter(answer, 2);
    const { text } = await gateway.send('/metrics');
    expect(text).toContain('gw_unauthenticated_total{reason="auth_unavailable"} 1');
    database.open();
    await isServedAgain('unseen');
    await expect(gateway.records.entry(id)).rejects.toThrow('no sealed entry');
  });

  it('sends nothing that it could not charge, and seals the refusal later', async () => {
    await isServedAgain('default');
    await gateway.sandbox.clear();
    database.shut();
    const answer = await gateway.chat();
    const id = expectError(answer, 'metering_unavailable');
    expectRetryAfter(answer, 2);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual(
      [],
    );
    expect(await gateway.sandbox.requests()).toEqual([]);
    database.open();
    await waitFor('the refusal to be recorded', async () =>
      gateway.records.entry(id).then(
        () => true,
        () => false,
      ),
    );
    expect(await gateway.records.entry(id)).toMatchObject({
      type: 'refusal',
      refusal: { code: 'metering_unavailable', stage: 'meter' },
    });
    await expectNothingSent(gateway);
    await isServedAgain('default');
  });

  it('lets an answer end that is under way, and settles it when the database is back', async () => {
    await isServedAgain('default');
    await gateway.sandbox.script('slow=5,tokens=60');
    const streaming = gateway.stream();
    await waitFor('the stream to run', async () => (await gateway.sandbox.openCount()) === 1);
    database.shut();
    const stream = await streaming;
    expect(stream.isDone).toBe(true);
    database.open();
    await isServedAgain('default');
    const entry = await gateway.records.entry(String(stream.headers['request-id']));
    expect(entry).toMatchObject({ outcome: 'ok', usage_source: 'provider', tokens: { out: 60 } });
  });

  it('is alive but not ready', async () => {
    const state = async (path: string) => {
      const answer = await gateway.send(path);
      return { status: answer.status, body: answer.json<Record<string, unknown>>() };
    };
    expect((await state('/readyz')).status).toBe(200);
    database.shut();
    expect(await state('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await state('/readyz')).toMatchObject({
      status: 503,
      body: { status: 'unready', checks: { postgres: 'failed' } },
    });
    database.open();
    await waitFor('readiness', async () => (await state('/readyz')).status === 200);
  });
});

it('a model without a price is refused, for nobody could say what it costs', async () => {
  const answer = await gateway.chat({ model: 'sandbox/unpriced' });
  await expectRefusal(gateway, answer, 'price_unavailable', {
    param: 'model',
    message: /^The model sandbox\/unpriced has no price, so it cannot be served\./,
  });
  expectRetryAfter(answer, 60);
});

describe('a provider', () => {
  it('that refused five connections in a row is left alone, and probed after a while', async () => {
    const call = () => gateway.chat({ model: 'dead/small' });
    for (let failures = 0; failures < 2; failures++) {
      expectError(await call(), 'upstream_failed', { message: /connect/ });
    }
    const fifth = await call();
    expectError(fifth, 'upstream_unhealthy');
    expectAttempts(fifth, 'all_unhealthy', [
      { provider: 'dead', status: null, transport: 'connect' },
    ]);
    const answer = await call();
    await expectRefusal(gateway, answer, 'upstream_unhealthy');
    expectAttempts(answer, 'all_unhealthy', []);
    expectRetryAfter(answer, 5);
    gateway.clock.skip(5_000);
    expectError(await call(), 'upstream_failed', { message: /connect/ });
    await expectRefusal(gateway, await call(), 'upstream_unhealthy');
  });

  it('that fails half of its calls is left alone until probes succeed', async () => {
    await gateway.sandbox.script(...Array.from({ length: 13 }, () => 'status=500'));
    const statuses: number[] = [];
    for (let calls = 0; calls < 11; calls++) statuses.push((await gateway.chat()).status);
    expect(new Set(statuses)).toEqual(new Set([502, 503]));
    await gateway.sandbox.clear();
    await expectRefusal(gateway, await gateway.chat(), 'upstream_unhealthy');
    gateway.clock.skip(5_000);
    expect((await gateway.chat()).status).toBe(200);
    expect((await gateway.chat()).status).toBe(200);
    expect((await gateway.chat()).status).toBe(200);
  });

  it('that is overloaded is told as such', async () => {
    await gateway.sandbox.script('status=529', 'status=529');
    const answer = await gateway.chat();
    expect(answer.status).toBe(503);
    expect(answer.json<{ error: object }>().error).toMatchObject({
      message: 'Scripted sandbox fault (529).',
      type: 'api_error',
      code: 'overloaded',
      param: null,
    });
    expect(await gateway.sandbox.requests()).toHaveLength(2);
  });
});
