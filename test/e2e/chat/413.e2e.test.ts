import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { sendRaw } from '../../support/http.js';

const MIB = 1_048_576;
const gateway = await startGateway();

beforeEach(() => gateway.sandbox.clear());

const head = (path: string, lines: readonly string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${gateway.key()}`,
    ...lines,
    '',
    '',
  ].join('\r\n');

it('a body that is declared too large is refused before it was sent', async () => {
  const lines = ['content-type: application/json', `content-length: ${32 * MIB + 1}`];
  const answer = await sendRaw(gateway.url, head('/v1/chat/completions', lines));
  await expectRefusal(gateway, answer, 'body_too_large', {
    message: 'The request body is larger than 32 MiB.',
  });
  expect(answer.headers.connection).toBe('close');
});

it('a form that is declared too large is refused before it was sent', async () => {
  const lines = [
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${64 * MIB + 1}`,
  ];
  const answer = await sendRaw(gateway.url, head('/v1/audio/transcriptions', lines));
  await expectRefusal(gateway, answer, 'body_too_large', {
    message: 'The form is larger than 64 MiB.',
  });
});

it('a body without a length is refused as soon as it is too large', async () => {
  const piece = Buffer.alloc(MIB, ' ');
  const body = Readable.from(Array.from({ length: 34 }, () => piece));
  const headers = { ...gateway.headers(), 'content-type': 'application/json' };
  const answer = await gateway.send('/v1/chat/completions', { headers, body });
  await expectRefusal(gateway, answer, 'body_too_large', { message: /32 MiB/ });
});

it('a field of a form may not be a file in disguise', async () => {
  const form = new FormData();
  form.set('model', 'sandbox/transcribe');
  form.set('prompt', 'x'.repeat(MIB + 1));
  const request = new Response(form);
  const headers = {
    ...gateway.headers(),
    'content-type': request.headers.get('content-type') ?? '',
  };
  const body = Buffer.from(await request.arrayBuffer());
  const answer = await gateway.send('/v1/audio/transcriptions', { headers, body });
  await expectRefusal(gateway, answer, 'body_too_large', { message: /./ });
});

/** A word of 31 MiB is read as all that it may encode: half a minute of a machine that is busy beside it. */
const LARGE_MS = 120_000;

it('a body just below the limit is served', { timeout: LARGE_MS }, async () => {
  const padding = 'y'.repeat(31 * MIB);
  const body = JSON.stringify(
    aChat({ messages: [{ role: 'user', content: padding }], max_tokens: 5 }),
  );
  const answer = await gateway.post('/v1/chat/completions', body);
  expect(answer.status).toBe(200);
  const [seen] = await gateway.sandbox.requests();
  expect(seen?.body_bytes).toBe(body.length - 'sandbox/'.length);
});
