import { request } from 'node:http';
import { expect, it } from 'vitest';
import { BodyIntake } from '../../../apps/api/src/http/body-intake.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { expectNothingSent } from '../../support/expect-error.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  workloads: [{ name: 'tokenize', protection: { mode: 'tokenize' } }],
});
const intake = gateway.app.get(BodyIntake);

/** Seconds of work for the steps before dispatch. */
const content = `canary@example.org ${'Ask somebody, not me. '.repeat(600_000)}`;
const LARGE = JSON.stringify(aChat({ messages: [{ role: 'user', content }] }));

it('a caller who hangs up while the request is inspected is no failure of the gateway', async () => {
  const asking = request(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...gateway.headers({ workload: 'tokenize' }) },
  });
  asking.on('error', () => undefined); // It is hung up on purpose.
  asking.end(LARGE);
  await waitFor('the body to be in', () => intake.memoryBytes > 0 && intake.size === 0);
  asking.destroy();
  await waitFor('the call to be given up', () => intake.memoryBytes === 0);

  const [entry] = await gateway.records.entries();
  expect(entry).toMatchObject({
    type: 'refusal',
    http_status: 499,
    outcome: 'interrupted',
    refusal: null,
    ended_by: 'client',
    client_gone: true,
  });
  expect(gateway.log.lines.join('\n')).toContain('left');
  expect(gateway.log.lines.join('\n')).not.toMatch(/error|internal|canary/i);
  await expectNothingSent(gateway);
});
