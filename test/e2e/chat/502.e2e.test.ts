import { beforeEach, describe, expect, it } from 'vitest';
import { expectAttempts, expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';

const NOBODY = 'http://127.0.0.1:1/v1';
const gateway = await startGateway({
  providers: [
    { name: 'dead', base_url: NOBODY },
    { name: 'nowhere', base_url: 'http://no-such-host.invalid/v1' },
  ],
});

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

const idOf = ({ headers }: Answer): string => String(headers['request-id']);
const tried = (status: number | null, transport: string | null = null, provider = 'sandbox') => ({
  provider,
  status,
  transport,
});

describe('a provider that fails', () => {
  it('twice is a 502 with its own words and both attempts, and costs nothing', async () => {
    await gateway.sandbox.script('status=500', 'status=502');
    const answer = await gateway.chat();
    expectError(answer, 'upstream_failed', { message: 'Scripted sandbox fault (502).' });
    expectAttempts(answer, 'upstream_status', [tried(500), tried(502)]);
    expect(await gateway.sandbox.requests()).toHaveLength(2);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({
      type: 'call',
      outcome: 'error',
      ended_by: 'error',
      attempts: [
        { n: 1, provider: 'sandbox', status: 500, err: null },
        { n: 2, provider: 'sandbox', status: 502, err: null },
      ],
      usage_source: 'none',
    });
    expect(await gateway.records.ledger(idOf(answer))).toEqual([{ kind: 'void', nano: 0n }]);
  });

  it.each(['html', 'empty'])(
    'with a page that is no JSON is told by its status: %s',
    async (body) => {
      await gateway.sandbox.script(`status=500,body=${body}`, `status=500,body=${body}`);
      const answer = await gateway.chat();
      expectError(answer, 'upstream_failed', { message: 'The provider answered with status 500.' });
    },
  );

  it.each([401, 403])(
    'to accept the gateway’s own credential is not the caller’s fault: %i',
    async (status) => {
      await gateway.sandbox.script(`status=${status}`);
      const answer = await gateway.chat();
      expectError(answer, 'upstream_failed', {
        message:
          "The provider sandbox does not accept the gateway's credential. An administrator has to replace it.",
        isHopeless: true,
      });
      expectAttempts(answer, 'provider_auth', [tried(status)]);
      expect(await gateway.sandbox.requests()).toHaveLength(1);
    },
  );
});

describe('a connection', () => {
  it.each([
    ['that nobody accepts', 'dead', 'connect'],
    ['to a name that nobody knows', 'nowhere', 'dns'],
  ])('%s is tried once more, and costs nothing', async (_what, provider, cause) => {
    const answer = await gateway.chat({ model: `${provider}/small` });
    expectError(answer, 'upstream_failed', {
      message: `The provider ${provider} could not be reached (${cause}).`,
    });
    const attempt = tried(null, cause, provider);
    expectAttempts(answer, cause, [attempt, attempt]);
    expect(await gateway.records.ledger(idOf(answer))).toEqual([{ kind: 'void', nano: 0n }]);
  });

  it.each([
    ['cut=1', 'reset', 'The provider sandbox broke the connection.'],
    ['cut-bytes=10', 'reset', 'The provider sandbox broke the connection.'],
    ['malformed=0', 'malformed', 'The provider sandbox sent an answer that cannot be read.'],
  ])(
    'that breaks in the answer is never tried again, for the provider may bill it: %s',
    async (fault, cause, message) => {
      await gateway.sandbox.script(fault);
      const answer = await gateway.chat();
      expectError(answer, 'upstream_failed', { message });
      expectAttempts(answer, cause, [tried(200, cause)]);
      expect(await gateway.sandbox.requests()).toHaveLength(1);
      const entry = await gateway.records.entry(idOf(answer));
      expect(entry.price?.basis).toBe('input_estimate');
      expect(entry.tokens?.in).toBeGreaterThan(0);
      const [settled] = await gateway.records.ledger(idOf(answer));
      expect(settled?.kind).toBe('settle');
      expect(settled?.nano).toBeGreaterThan(0n);
    },
  );
});

it.each([false, true])(
  'an error in the place of an answer is tried again, and costs nothing (stream: %s)',
  async (stream) => {
    await gateway.sandbox.script('error-frame=0', 'error-frame=0');
    const answer = await gateway.chat({ stream });
    expectError(answer, 'upstream_failed', { message: 'Scripted sandbox fault (500).' });
    expect(await gateway.sandbox.requests()).toHaveLength(2);
    expect(await gateway.records.ledger(idOf(answer))).toEqual([{ kind: 'void', nano: 0n }]);
  },
);

it('a stream that is answered with a page is an ordinary error', async () => {
  await gateway.sandbox.script('content-type=text/html');
  const answer = await gateway.chat({ stream: true });
  expectError(answer, 'upstream_failed', {
    message: 'The provider sandbox sent an answer that cannot be read.',
  });
});
