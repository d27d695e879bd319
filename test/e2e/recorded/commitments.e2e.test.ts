import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway();
const PATH = '/v1/chat/completions';

const bodyOf = (content: string) =>
  JSON.stringify({ model: 'sandbox/sandbox-chat', messages: [{ role: 'user', content }] });

it.each([
  ['a small one', bodyOf('Good morning, é 🐦')],
  ['one that is hashed in steps', bodyOf('é🐦 '.repeat(200_000))],
])('the log is bound to the request that came: %s', async (_, body) => {
  const answer = await fetch(gateway.url + PATH, {
    method: 'POST',
    headers: { ...gateway.headers(), 'content-type': 'application/json' },
    body,
  });
  const id = answer.headers.get('request-id') ?? '';
  const text = await answer.text();
  expect(answer.status).toBe(200);
  const { commit } = await gateway.records.entry(id);
  const salt = await gateway.records.salt(id);
  const bound = (field: string, value: string) =>
    createHmac('sha256', salt).update(`${field}\0${value}`).digest('base64url');
  expect(commit.request).toBe(bound('request', body));
  expect(commit.response).toMatch(/^[\w-]{43}$/);
  expect(text).toContain('chatcmpl');
});
