import { beforeEach, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { generateVirtualKey } from '#workloads';
import type { WireError } from '../../support/events.js';
import { expectRefusal, expectUnrecorded } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { sendRaw, type Answer } from '../../support/http.js';

const gateway = await startGateway({
  workloads: [
    { name: 'requests', rpm: 3 },
    { name: 'early', rpm: 1 },
    { name: 'asking', rpm: 2 },
    { name: 'default' },
    { name: 'tokens', tpm: 300 },
    { name: 'few', tpm: 300 },
  ],
});

beforeEach(() => gateway.sandbox.clear());

const limitOf = (answer: Answer) => answer.json<{ error: WireError }>().error.gw;

/** What is taken of the workload's minute, as far as the refusal knows. */
function expectRate({ headers }: Answer, name: 'requests' | 'tokens', limit: number): void {
  expect(headers[`x-ratelimit-limit-${name}`]).toBe(String(limit));
  expect(Number(headers[`x-ratelimit-remaining-${name}`])).toBeLessThan(limit);
  expect(headers[`x-ratelimit-reset-${name}`]).toMatch(/^[1-9]\d?s$/);
}

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
  expectRate(answer, 'requests', 3);
});

it('a call beyond the requests per minute is refused before its body was sent', async () => {
  const malformed = await gateway.post('/v1/chat/completions', '{', { workload: 'early' });
  expect(malformed.status).toBe(400);
  const lines = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: x',
    `authorization: Bearer ${gateway.key('early')}`,
    'content-type: application/json',
    'content-length: 1000000',
  ];
  const answer = await sendRaw(gateway.url, [...lines, '', ''].join('\r\n'));
  await expectRefusal(gateway, answer, 'rate_limited');
  expectRetryAfter(answer);
});

it('questions for models count as requests, too', async () => {
  const options = { workload: 'asking' };
  expect((await gateway.get('/v1/models', options)).status).toBe(200);
  expect((await gateway.get('/v1/models/sandbox/small', options)).status).toBe(200);
  const answer = await gateway.get('/v1/models', options);
  await expectUnrecorded(gateway, answer, 'rate_limited');
  expectRetryAfter(answer);
  await expectRefusal(gateway, await gateway.chat({}, options), 'rate_limited');
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
  expectRate(refused, 'tokens', 300);
});

it('a call that can never fit is told so, and not to come again', async () => {
  const answer = await gateway.chat({ max_tokens: 301 }, { workload: 'few' });
  await expectRefusal(gateway, answer, 'tokens_limited', {
    message: /^The request needs \d+ tokens, more than the workload's limit of 300 a minute\.$/,
    isHopeless: true,
  });
  expect(limitOf(answer)).toEqual({ limit: { counter: 'tpm', limit: 300, impossible: true } });
  expect(answer.headers['retry-after']).toBeUndefined();
});

it('more unknown keys than a person has are refused without a look, a known one is not', async () => {
  expect((await gateway.chat({}, { workload: 'default' })).status).toBe(200);
  await gateway.sandbox.clear();
  const entropy = new SystemEntropy();
  const ask = () => {
    const authorization = `Bearer ${generateVirtualKey('live', entropy).text}`;
    return gateway.chat({}, { headers: { authorization } });
  };
  const answers = await Promise.all(Array.from({ length: 60 }, ask));
  const limited = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 401).length).toBe(60 - limited.length);
  expect(limited.length).toBeGreaterThan(0);
  await expectUnrecorded(gateway, limited[0] as Answer, 'keys_limited');
  expectRetryAfter(limited[0] as Answer);
  const { text } = await gateway.send('/metrics');
  expect(text).toContain(`gw_unauthenticated_total{reason="keys_limited"} ${limited.length}\n`);
  expect((await gateway.chat({}, { workload: 'default' })).status).toBe(200);
});
