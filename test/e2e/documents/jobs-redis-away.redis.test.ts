import { afterAll, expect, it, vi } from 'vitest';
import {
  callOf,
  createJob,
  ended,
  JOB_MS_MAX,
  jobOf,
  JOBS,
  settled,
  slowDocument,
} from '../../support/document-jobs.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { RedisServer } from '../../support/redis-server.js';
import { waitFor } from '../../support/wait-for.js';

vi.setConfig({ testTimeout: 3 * JOB_MS_MAX }); // Recognition of pages.

const server = await RedisServer.start();
afterAll(async () => {
  server.thaw();
  await server.close();
});
const gateway = await startGateway(
  { workloads: [{ name: 'default', budget: { amount: '10', period: 'total' } }] },
  { env: { REDIS_URL: server.url } },
);
/** More than are worked on at a time. */
const JOBS_WAITING = 12;
/** The lock of a run in its queue is over by then, and another look has taken it for lost. */
const FROZEN_MS = 32_000;
const wait = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

const begun = (id: string) =>
  waitFor(
    'the job to be at work',
    async () => jobOf(await gateway.get(`${JOBS}/${id}`)).status === 'in_progress',
    JOB_MS_MAX,
  );
async function expectDoneOnce(of: TestGateway, id: string): Promise<void> {
  const job = await ended(of, id);
  expect(job).toMatchObject({ status: 'completed' });
  const [row] = await of.database.app.dataSource.query<{ tries: number }[]>(
    'SELECT tries FROM document_job WHERE call_id = $1',
    [callOf(id)],
  );
  expect(row).toEqual({ tries: 1 });
  await settled(of);
  expect(await of.records.ledger(callOf(id))).toHaveLength(1);
}
const untilBack = () =>
  waitFor('Redis to be used again', async () => (await gateway.chat({})).status === 200);

it('a job goes on while Redis is frozen for longer than its lock, and is done once', async () => {
  const { id } = jobOf(await createJob(gateway, slowDocument(2), 'slow.pdf'));
  await begun(id);
  server.freeze();
  const refused = await createJob(gateway, new TextEncoder().encode('A letter.'), 'letter.txt');
  expectError(refused, 'metering_unavailable');
  await wait(FROZEN_MS);
  server.thaw();
  await untilBack();
  await expectDoneOnce(gateway, id);
});

it('a job goes on while its connections are cut again and again', async () => {
  const { id } = jobOf(await createJob(gateway, slowDocument(1), 'slow.pdf'));
  await begun(id);
  for (let cut = 0; cut < 5; cut++) {
    await server.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    await wait(200);
  }
  await untilBack();
  await expectDoneOnce(gateway, id);
});

it('jobs that wait are done once though Redis has lost all of its queue', async () => {
  const letter = new TextEncoder().encode('Write to eleanor.whitcombe@example.org today.');
  const made = await Promise.all(
    Array.from({ length: JOBS_WAITING }, (_, n) => createJob(gateway, letter, `${n}.txt`)),
  );
  const ids = made.map((answer) => jobOf(answer).id);
  await server.kill();
  await server.begin();
  await untilBack();
  for (const id of ids) await expectDoneOnce(gateway, id);
});
