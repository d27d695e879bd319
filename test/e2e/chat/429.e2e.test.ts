import { beforeEach, expect, it } from 'vitest';
import type { WireError } from '../../support/events.js';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import type { Answer } from '../../support/http.js';

const gateway = await startGateway({
  workloads: [
    { name: 'requests', rpm: 3 },
    { name: 'tokens', tpm: 300 },
    { name: 'few', tpm: 300 },
  ],
});

beforeEach(() => gateway.sandbox.clear());

const limitOf = (answer: Answer) => answer.json<{ error: WireError }>().error.gw;

function expectRetryAfter({ headers }: Answer): void {
  const seconds = Number(headers['retry-after']);
  expect(Number.isInteger(seconds)).toBe(true);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(65);
  expect(Number(headers['retry-after-ms'])).toBeGreaterThan((seconds - 1) * 1_000);
  expect(Number(headers['retry-after-ms'])).toBeLessThanOrEqual(seconds * 1_000);
}

it('a call beyond the requests per minute is refused and told when to come again', async () => {
  const options = { workload: 'requests' };
  for (let call = 0; call < 3; call++) expect((await gateway.chat({}, options)).status).toBe(200);
  await gateway.sandbox.clear();
  const answer = await gateway.chat({}, options);
  await expectRefusal(gateway, answer, 'rate_limited');
  expectRetryAfter(answer);
  expect(limitOf(answer)).toEqual({ limit: { counter: 'rpm', limit: 3 } });
});

it('a call beyond the tokens per minute is refused and told when to come again', async () => {
  const options = { workload: 'tokens' };
  const ask = () => gateway.chat({ max_tokens: 200 }, options);
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '429', '429']);
  const refused = answers.find(({ status }) => status === 429) as Answer;
  await gateway.records.settled();
  await gateway.sandbox.clear();
  await expectRefusal(gateway, refused, 'tokens_limited');
  expectRetryAfter(refused);
  expect(limitOf(refused)).toEqual({ limit: { counter: 'tpm', limit: 300 } });
});

it('a call that can never fit is told so, and not to come again', async () => {
  const answer = await gateway.chat({ max_tokens: 301 }, { workload: 'few' });
  await expectRefusal(gateway, answer, 'tokens_limited', {
    message: /^The request needs \d+ tokens, more than the workload's limit of 300 a minute\.$/,
  });
  expect(limitOf(answer)).toEqual({ limit: { counter: 'tpm', limit: 300, impossible: true } });
  expect(answer.headers['retry-after']).toBeUndefined();
});
