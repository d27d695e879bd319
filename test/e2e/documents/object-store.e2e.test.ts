import { afterAll, expect, it, vi } from 'vitest';
import {
  callOf,
  createJob,
  ended,
  JOB_MS_MAX,
  jobOf,
  JOBS,
  settled,
} from '../../support/document-jobs.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { ObjectStore, type StoreFault } from '../../support/object-store.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 2 * JOB_MS_MAX }); // A child is started for the documents.

/** A store that does not answer is given up within half of it. */
const SOON_MS = 60_000;

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
const store = await ObjectStore.start();
afterAll(() => store.close());
const endpoint = encodeURIComponent(store.url);
const gateway = await startGateway(
  { workloads: [{ name: 'default', budget: { amount: '10', period: 'total' } }] },
  { env: { GW_DOCUMENTS_S3: `s3://documents/jobs?region=eu-central-1&endpoint=${endpoint}` } },
);
const letter = new TextEncoder().encode('Write to eleanor.whitcombe@example.org today.');
const create = (name: string) =>
  createJob(gateway, letter, name, { options: { include_mapping: true } });
const asked = (method: string) => store.asked.filter((one) => one === method).length;
const objectsOf = (id: string) =>
  [...store.objects.keys()].filter((path) => path.includes(callOf(id)));
const charged = async (id: string) =>
  (await gateway.records.ledger(callOf(id))).filter(({ nano }) => nano !== 0n).length;

it.each<StoreFault>(['refuse', 'busy', 'hang'])(
  'a store that has a fault when a document comes in (%s): refused soon, charged nothing',
  async (fault) => {
    store.faults.set('PUT', fault).set('DELETE', fault);
    const startedMs = performance.now();
    const answer = await create('letter.txt');
    const id = expectError(answer, 'document_storage_unavailable');
    expect(performance.now() - startedMs).toBeLessThan(SOON_MS);
    store.faults.clear();
    expect(await gateway.records.ledger(id)).toMatchObject([{ kind: 'void', nano: 0n }]);
  },
);

it.each<[StoreFault, string]>([
  ['cut', 'GET'],
  ['stall', 'GET'],
  ['busy', 'PUT'],
])(
  'a fault in the middle of a job (%s at %s): done when it is over, charged once',
  async (fault, method) => {
    const before = asked(method);
    if (method === 'GET') store.faults.set(method, fault);
    const created = await create('letter.txt');
    store.faults.set(method, fault);
    const { id } = jobOf(created);
    const first = method === 'GET' ? 1 : 2; // What came in was put before.
    await waitFor('the fault', () => asked(method) >= before + first, JOB_MS_MAX);
    store.faults.clear();
    const job = await ended(gateway, id);
    expect(job).toMatchObject({ status: 'completed' });
    expect((await gateway.send(job.result?.url ?? '')).text).toContain('«EMAIL_1»');
    await settled(gateway);
    expect(await charged(id)).toBeLessThanOrEqual(1);
  },
);

it('a fault that stays fails the job, with nothing charged; its document is gone', async () => {
  store.faults.set('GET', 'cut');
  const { id } = jobOf(await create('letter.txt'));
  expect(await ended(gateway, id)).toMatchObject({
    status: 'failed',
    error: { code: 'document_storage_unavailable' },
  });
  store.faults.clear();
  await settled(gateway);
  expect(await charged(id)).toBe(0);
  await expect.poll(() => objectsOf(id), { timeout: JOB_MS_MAX }).toEqual([]);
});

it('what is asked of a job whose store is away says so, and its deletion is carried out later', async () => {
  const { id } = jobOf(await create('letter.txt'));
  const { result } = await ended(gateway, id);
  store.faults.set('GET', 'busy').set('DELETE', 'busy');
  expectError(await gateway.get(`${JOBS}/${id}/mapping`), 'document_storage_unavailable');
  expectError(await gateway.send(result?.url ?? ''), 'document_storage_unavailable');
  const headers = gateway.headers();
  expect((await gateway.send(`${JOBS}/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  store.faults.clear();
  await settled(gateway);
  await expect.poll(() => objectsOf(id), { timeout: JOB_MS_MAX }).toEqual([]);
});
