import { expect, it } from 'vitest';
import { BodyIntake } from '../../../apps/api/src/http/body-intake.js';
import { expectError, expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { sendRaw } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway();

const GRACE_MS = 11_000;
const LONGEST_HEAD_MS = 20_000; // The bound, and what it is checked by; no clock of ours is asked.

it.each([
  ['/v1/chat/completions', 'application/json', '{"model":'],
  ['/v1/audio/transcriptions', 'multipart/form-data; boundary=b', '--b\r\n'],
])('a body that comes too slowly to %s is refused', async (path, type, piece) => {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${gateway.key()}`,
    `content-type: ${type}`,
    'content-length: 100000',
    '',
    piece,
  ];
  const answered = sendRaw(gateway.url, lines.join('\r\n'));
  await waitFor('the body to begin', () => gateway.app.get(BodyIntake).size > 0);
  gateway.clock.skip(GRACE_MS);
  await expectRefusal(gateway, await answered, 'body_too_slow');
});

it(
  'headers that never end are refused, in the envelope',
  async () => {
    const answer = await sendRaw(
      gateway.url,
      'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nx-',
    );
    expectError(answer, 'body_too_slow');
    expect(answer.headers.connection).toBe('close');
  },
  LONGEST_HEAD_MS,
);
