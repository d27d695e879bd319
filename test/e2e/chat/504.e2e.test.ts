import { beforeEach, expect, it } from 'vitest';
import { expectError, type ExpectedError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { WireError } from '../../support/events.js';
import type { Answer } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  providers: [{ name: 'second' }],
  aliases: [
    { name: 'gw/auto', targets: [{ model: 'sandbox/small' }], fallbacks: ['second/small'] },
  ],
  workloads: [{ name: 'default' }, { name: 'hasty', upstream_timeout_seconds: 10 }],
});

beforeEach(async () => {
  await gateway.sandbox.clear();
  gateway.clock.skip(60_000);
});

/** The call once the provider has it and `ms` have passed. */
async function after(ms: number, call: Promise<Answer>): Promise<Answer> {
  await waitFor('the provider to have it', async () => (await gateway.sandbox.openCount()) === 1);
  gateway.clock.skip(ms);
  return call;
}

async function expectTimeout(answer: Answer, expected: ExpectedError = {}): Promise<void> {
  const id = expectError(answer, 'upstream_timeout', expected);
  const { gw } = answer.json<{ error: WireError }>().error;
  expect(gw).toEqual({
    cause: 'timeout',
    attempts: [
      {
        provider: 'sandbox',
        model: 'small',
        status: null,
        transport: 'timeout',
        ms: expect.any(Number) as number,
      },
    ],
  });
  expect(answer.headers['x-should-retry']).toBe('false');
  expect(await gateway.sandbox.requests()).toHaveLength(1);
  await waitFor(
    'the request to be given up',
    async () => (await gateway.sandbox.openCount()) === 0,
  );
  const entry = await gateway.records.entry(id);
  expect(entry).toMatchObject({
    outcome: 'timeout',
    http_status: 504,
    price: { basis: 'input_estimate' },
  });
  const [settled] = await gateway.records.ledger(id);
  expect(settled?.nano).toBeGreaterThan(0n);
}

it('a provider that does not answer in 300 seconds is given up, and never asked again', async () => {
  await gateway.sandbox.script('hang');
  await expectTimeout(await after(300_000, gateway.chat()));
});

it('a workload may have less patience', async () => {
  await gateway.sandbox.script('hang');
  await expectTimeout(await after(10_000, gateway.chat({}, { workload: 'hasty' })));
});

it('a request may shorten the time, in seconds with fractions', async () => {
  await gateway.sandbox.script('hang');
  const headers = { 'x-gw-upstream-timeout': '0.3' };
  await expectTimeout(await gateway.chat({}, { headers }), {
    message: /that the request set by x-gw-upstream-timeout/,
  });
});

it('a request may not lengthen it', async () => {
  await gateway.sandbox.script('hang');
  const headers = { 'x-gw-upstream-timeout': '600' };
  await expectTimeout(await after(10_000, gateway.chat({}, { workload: 'hasty', headers })));
});

it('a stream that does not begin is an ordinary 504', async () => {
  await gateway.sandbox.script('hang');
  await expectTimeout(await after(300_000, gateway.chat({ stream: true })));
});

it('an answer that stops half-way counts as none', async () => {
  await gateway.sandbox.script('stall=1');
  const answer = await after(300_000, gateway.chat());
  expectError(answer, 'upstream_timeout');
  expect(await gateway.sandbox.requests()).toHaveLength(1);
});

it('an alias does not fall over to its next provider: the first may still be at work', async () => {
  await gateway.sandbox.script('hang');
  await expectTimeout(await after(300_000, gateway.chat({ model: 'gw/auto' })));
});
