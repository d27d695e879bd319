import { expect, it } from 'vitest';
import { undisturbedMs } from '../../../../test/support/undisturbed.js';
import type { BackendWorker } from './job-backend.js';
import { patient } from './patient-worker.js';

/** As BullMQ's own of a server that answers with a fault at once. */
const faulty = () => {
  const worker = {
    on: () => worker,
    close: () => Promise.resolve(),
    moveToActive: () => Promise.reject(new Error('permission denied')),
  };
  return worker;
};

it('a worker whose server answers with a fault waits before it asks again, until it is closed', async () => {
  const worker = faulty();
  const patiently: BackendWorker = patient(worker);
  const startedMs = performance.now();
  await expect(worker.moveToActive()).rejects.toThrow('permission denied');
  expect(performance.now() - startedMs).toBeGreaterThan(900);
  const asking = expect(worker.moveToActive()).rejects.toThrow();
  const closing = async () => {
    await patiently.close();
    await asking;
  };
  expect(await undisturbedMs(closing)).toBeLessThan(900);
});
