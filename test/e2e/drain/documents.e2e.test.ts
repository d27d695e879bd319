import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobView } from '#documents';
import { ensureBuilt } from '../../support/build.js';
import { formOf, JOBS } from '../../support/document-jobs.js';
import { GatewayHome, type GatewayProcess } from '../../support/gateway-process.js';
import { idOf } from '../../support/http.js';
import { ObjectStore } from '../../support/object-store.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;

const store = await ObjectStore.start();
const sandbox = await TestSandbox.start();
const home = await GatewayHome.make({}, sandbox.url);
const environment = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  GW_DOCUMENTS_S3: `s3://documents/jobs?region=eu-central-1&endpoint=${encodeURIComponent(store.url)}`,
};
beforeAll(ensureBuilt, HANGS_MS);
afterAll(async () => {
  store.faults.clear();
  await home.remove();
  await sandbox.close();
  store.close();
});

const jobOf = async (gateway: GatewayProcess, id: string) =>
  (await gateway.send(`${JOBS}/${id}`, {})).json<JobView>();

it(
  'a gateway whose object store says nothing in the middle of a job stops as any other, with all on record',
  async () => {
    const first = await home.start(environment);
    store.faults.set('GET', 'hang');
    const text = new TextEncoder().encode('Write to eleanor.whitcombe@example.org today.');
    const { type, body } = await formOf(text, 'letter.txt');
    const created = await first.send(JOBS, { body, headers: { 'content-type': type } });
    expect(created.status, created.text).toBe(202);
    const { id } = created.json<JobView>();
    await waitFor('the job to be read', () => store.asked.includes('GET'), HANGS_MS);
    const call = await first.chat({});
    await home.close();
    first.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    expect(first.said).not.toContain('not ended within');

    store.faults.clear();
    const second = await home.start(environment);
    const rows = await home.rows<{ ended_by: string }>(
      `SELECT convert_from(entry, 'UTF8')::jsonb ->> 'ended_by' AS ended_by FROM audit_row WHERE id = '${idOf(call)}'`,
    );
    expect(rows).toEqual([{ ended_by: 'upstream' }]); // Not recovered: it was recorded at the end.
    const done = async () => (await jobOf(second, id)).status === 'completed';
    await waitFor('the job', done, HANGS_MS);
    await home.close();
    expect(await second.stop()).toBe(0);
  },
  2 * HANGS_MS,
);
