import { beforeEach, describe, expect, it } from 'vitest';
import { expectAttempts, expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  models: [{ id: 'only-here', price: { currency: 'EUR', call: '1.00' } }],
  providers: [{ name: 'second' }, { name: 'dead', base_url: 'http://127.0.0.1:1/v1' }],
  aliases: [
    { name: 'gw/auto', targets: [{ model: 'sandbox/echo' }], fallbacks: ['second/echo'] },
    { name: 'gw/first-dead', targets: [{ model: 'dead/echo' }], fallbacks: ['second/echo'] },
    { name: 'gw/gone', targets: [{ model: 'sandbox/only-here' }], fallbacks: ['second/echo'] },
    { name: 'gw/nested', targets: [{ model: 'gw/first-dead' }] },
    {
      name: 'gw/weighted',
      targets: [
        { model: 'sandbox/echo', weight: 1 },
        { model: 'second/echo', weight: 1 },
      ],
    },
  ],
});

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const entryOf = ({ headers }: Answer) => gateway.records.entry(String(headers['request-id']));
const tried = (provider: string, status: number | null, transport: string | null = null) => ({
  provider,
  status,
  transport,
});

describe('the same provider', () => {
  it.each([500, 502, 503, 529])(
    'is asked once more after a %i, and its answer is served',
    async (status) => {
      await gateway.sandbox.script(`status=${status}`);
      const answer = await gateway.chat();
      expect(answer.status).toBe(200);
      expect(await gateway.sandbox.requests()).toHaveLength(2);
      expect((await entryOf(answer)).attempts).toMatchObject([{ status }, { status: 200 }]);
      expect(await gateway.records.ledger(String(answer.headers['request-id']))).toMatchObject([
        { kind: 'settle' },
      ]);
    },
  );

  it('is asked the same again, to the byte', async () => {
    await gateway.sandbox.script('status=503');
    await gateway.chat({ model: 'sandbox/echo', temperature: 1 });
    const [first, second] = await gateway.sandbox.requests();
    expect(second?.body).toBe(first?.body);
  });

  it('is asked again after a 429 once the short time that it asked for has passed', async () => {
    await gateway.sandbox.script('status=429,retry-after=2');
    const call = gateway.chat();
    await waitFor('the refusal', async () => (await gateway.sandbox.requests()).length === 1);
    await waitFor('the second try', async () => {
      gateway.clock.skip(1_000);
      return (await gateway.sandbox.requests()).length === 2;
    });
    expect((await call).status).toBe(200);
  });

  it('is not asked again after a 429 that wants more time, which the caller is told', async () => {
    await gateway.sandbox.script('status=429,retry-after=30');
    const answer = await gateway.chat();
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.json<{ error: object }>().error).toMatchObject({
      message: 'Scripted sandbox fault (429).',
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
    });
    expect(await gateway.sandbox.requests()).toHaveLength(1);
    const whileThrottled = await gateway.chat();
    expectError(whileThrottled, 'upstream_unhealthy');
    expect(await gateway.sandbox.requests()).toHaveLength(1);
  });

  it('is not asked again when its own quota is spent', async () => {
    await gateway.sandbox.script('status=429,retry-after=1,code=insufficient_quota');
    expect((await gateway.chat()).json<{ error: object }>().error).toMatchObject({
      code: 'insufficient_quota',
    });
    expect(await gateway.sandbox.requests()).toHaveLength(1);
  });

  it.each([400, 404, 408, 409, 413, 422, 501])(
    'is never asked again after a %i',
    async (status) => {
      await gateway.sandbox.script(`status=${status}`);
      const answer = await gateway.chat();
      expect(answer.status).toBe(status < 500 ? status : 502);
      expect(await gateway.sandbox.requests()).toHaveLength(1);
      expectAttempts(answer, 'upstream_status', [tried('sandbox', status)]);
      expect(await gateway.records.ledger(String(answer.headers['request-id']))).toEqual([
        { kind: 'void', nano: 0n },
      ]);
    },
  );

  it('is asked at most a few times more in ten seconds, lest retries finish it off', async () => {
    await gateway.sandbox.script(...Array.from({ length: 16 }, () => 'status=500'));
    for (let calls = 0; calls < 5; calls++) await gateway.chat();
    expect(await gateway.sandbox.requests()).toHaveLength(5 + 3);
  });
});

describe('an alias', () => {
  it('falls over to its next provider when the first stays broken', async () => {
    await gateway.sandbox.script('status=503', 'status=503');
    const answer = await gateway.chat({ model: 'gw/auto' });
    expect(answer.status).toBe(200);
    expect(answer.json<{ model: string }>().model).toBe('gw/auto');
    const entry = await entryOf(answer);
    expect(entry).toMatchObject({
      alias: 'gw/auto',
      route_reason: 'alias',
      provider: 'second',
      model_routed: 'second/echo',
      attempts: [
        { n: 1, provider: 'sandbox', status: 503 },
        { n: 2, provider: 'sandbox', status: 503 },
        { n: 3, provider: 'second', status: 200 },
      ],
    });
  });

  it.each(['gw/first-dead', 'gw/nested'])('falls over when nobody listens: %s', async (model) => {
    const stream = await gateway.stream({ model });
    expect(stream).toMatchObject({ status: 200, text: 'Hello', isDone: true });
    expect(stream.chunks[0]?.model).toBe(model);
  });

  it('falls over when its first provider does not have the model', async () => {
    const answer = await gateway.chat({ model: 'gw/gone' });
    expect(answer.status).toBe(200);
    const entry = await entryOf(answer);
    expect(entry.attempts).toMatchObject([{ status: 404 }, { status: 200 }]);
    // Held at the dearest price, charged at the price of the one that answered.
    expect(Number(entry.price?.nano)).toBeLessThan(1_000_000);
    expect(Number(entry.price?.hold_nano)).toBeGreaterThanOrEqual(1_000_000_000);
  });

  it('does not fall over when the request itself is refused', async () => {
    await gateway.sandbox.script('status=400');
    const answer = await gateway.chat({ model: 'gw/auto' });
    expect(answer.status).toBe(400);
    expectAttempts(answer, 'upstream_status', [tried('sandbox', 400)]);
  });

  it('does not fall over once the stream has begun', async () => {
    await gateway.sandbox.script('cut=3');
    const stream = await gateway.stream({ model: 'gw/auto' });
    expect(stream.error?.code).toBe('upstream_error');
    expect(await gateway.sandbox.requests()).toHaveLength(1);
  });

  it('falls over when the stream breaks before its first frame', async () => {
    await gateway.sandbox.script('error-frame=0');
    const stream = await gateway.stream({ model: 'gw/auto' });
    expect(stream).toMatchObject({ status: 200, text: 'Hello', isDone: true });
    expect(await gateway.sandbox.requests()).toHaveLength(2);
  });

  it('that fails everywhere names every attempt, and never makes more than four', async () => {
    await gateway.sandbox.script(...Array.from({ length: 6 }, () => 'status=500'));
    const answer = await gateway.chat({ model: 'gw/auto' });
    expectError(answer, 'upstream_failed', { message: 'Scripted sandbox fault (500).' });
    expectAttempts(answer, 'upstream_status', [
      tried('sandbox', 500),
      tried('sandbox', 500),
      tried('second', 500),
      tried('second', 500),
    ]);
    expect(await gateway.sandbox.requests()).toHaveLength(4);
  });

  it('draws among its targets', async () => {
    const providers = new Set<string | null>();
    await waitFor('both targets', async () => {
      providers.add((await entryOf(await gateway.chat({ model: 'gw/weighted' }))).provider);
      return providers.size === 2;
    });
    expect(providers).toEqual(new Set(['sandbox', 'second']));
  });
});
