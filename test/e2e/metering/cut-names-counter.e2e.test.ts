import { expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

/** Enough for the first hold of some 2 048 tokens, not for a top-up of 4 096. */
const SOME = '0.006';
const period = 'total';
const WORKLOADS = [{ name: 'default', on_exhausted: 'cut', budget: { amount: '1000', period } }];
const gateway = await startGateway({ workloads: WORKLOADS });

const hello = [{ role: 'user', content: 'Hello' }];
const model = 'sandbox/sandbox-chat';
const REQUESTS = {
  chat: ['/v1/chat/completions', { model, messages: hello, stream: true }],
  messages: ['/v1/messages', { model, messages: hello, max_tokens: 30_000, stream: true }],
  responses: ['/v1/responses', { model, input: 'Hello', stream: true }],
  gemini: [
    `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  ],
} as const;

/** The event of a stream that says why it was cut, in whatever format. */
async function cutOf(format: keyof typeof REQUESTS) {
  await gateway.sandbox.script('tokens=20000');
  const [path, body] = REQUESTS[format];
  const answer = await gateway.post(path, body, { headers: { 'anthropic-version': '2023-06-01' } });
  const last = answer.text
    .split('\n')
    .filter((line) => line.startsWith('data: {') && line.includes('"gw"'))
    .at(-1);
  const { price, refusal, ended_by } = await gateway.records.entry(
    String(answer.headers['request-id']),
  );
  expect(Number(price?.overrun_nano)).toBe(0);
  return {
    status: answer.status,
    last: JSON.parse(last?.slice(6) ?? '{}') as unknown,
    refusal,
    ended_by,
  };
}

/** Each has some left to spend after the stream before. */
const CASES = [
  ['chat', 'cap', { cap: { amount: SOME, period } }],
  ['messages', 'credit', { credit: { amount: '0.012' } }],
  ['responses', 'allowance', { plan: { name: 'free', free: { amount: SOME, period } } }],
  ['gemini', 'cap', { cap: { amount: '0.024', period } }],
] as const;

it.each(CASES)('a stream of %s that is cut names the %s', async (format, counter, organisation) => {
  await gateway.apply({ organisation, workloads: WORKLOADS });
  const { status, last, refusal, ended_by } = await cutOf(format);
  expect(status).toBe(200);
  const gw = { limit: { counter, period: 'total', currency: 'EUR', resets_at: null } };
  const error = { message: expect.stringMatching(/^The answer was cut: /), gw };
  expect(last).toMatchObject(format === 'responses' ? { type: 'error', ...error } : { error });
  expect({ ended_by, counter: refusal?.counter }).toEqual({ ended_by: 'budget', counter });
});
