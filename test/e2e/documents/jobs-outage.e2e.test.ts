import { afterAll, expect, it, vi } from 'vitest';
import { DatabaseGate } from '../../support/database-gate.js';
import { createJob, ended, JOB_MS_MAX, jobOf, JOBS, settled } from '../../support/document-jobs.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 2 * JOB_MS_MAX }); // A child is started for the document.

let gate: DatabaseGate | undefined;
afterAll(() => gate?.close()); // Runs last, when the gateway has ended.
const gateway = await startGateway(
  {},
  {
    databaseUrl: async (direct) => {
      gate = await DatabaseGate.before(direct);
      return gate.url;
    },
  },
);
const database = gate as unknown as DatabaseGate;

it('a job says that the database is away whatever is asked of it, and goes on when it is back', async () => {
  const text = new TextEncoder().encode('Write to eleanor.whitcombe@example.org today.');
  const { id } = jobOf(await createJob(gateway, text, 'letter.txt'));
  const { result } = await ended(gateway, id);
  const headers = gateway.headers();
  const asks = {
    list: () => gateway.get(JOBS),
    read: () => gateway.get(`${JOBS}/${id}`),
    mapping: () => gateway.get(`${JOBS}/${id}/mapping`),
    cancel: () => gateway.post(`${JOBS}/${id}/cancel`, {}),
    remove: () => gateway.send(`${JOBS}/${id}`, { method: 'DELETE', headers }),
    result: () => gateway.send(result?.url ?? ''),
  };
  expect((await asks.result()).status).toBe(200);

  database.shut();
  for (const [what, ask] of Object.entries(asks)) {
    const answer = await ask();
    expect(answer.status, what).toBe(503);
    expectError(answer, 'document_storage_unavailable');
  }
  database.open();
  await waitFor('the job', async () => (await asks.read()).status === 200);
  expect((await asks.result()).text).toContain('«EMAIL_1»');
  expect((await asks.remove()).status).toBe(204);
  await settled(gateway);
});
