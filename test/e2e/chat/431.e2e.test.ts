import { expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { sendRaw } from '../../support/http.js';

const gateway = await startGateway();

it('headers beyond 32 KiB are refused by name, and the connection is closed', async () => {
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${gateway.key()}`;
  const answer = await sendRaw(gateway.url, `${head}\r\nx-long: ${'x'.repeat(33_000)}\r\n\r\n`);
  expectError(answer, 'headers_too_large');
  expect(answer.headers.connection).toBe('close');
  expect(await gateway.sandbox.requests()).toEqual([]);
});

it('headers of 24 KiB, which coding agents send, are served', async () => {
  const headers = { 'x-long': 'x'.repeat(24_000) };
  expect((await gateway.post('/v1/chat/completions', aChat({}), { headers })).status).toBe(200);
});
