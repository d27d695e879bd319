import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Admission } from '../../../libs/metering/src/admission/admission.js';
import { aBudget, aCaller } from '../../../libs/metering/src/testing/a-request.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway();
const admission = gateway.app.get(Admission, { strict: false });

const WAITING = 10_000; // As many as the queue before admission holds.

it('more calls than can wait for admission are turned away at once, and nothing is lost', async () => {
  expect((await gateway.chat()).status).toBe(200);
  await gateway.sandbox.clear();
  const lock = gateway.database.owner.dataSource.createQueryRunner();
  await lock.startTransaction();
  await lock.query('LOCK TABLE meter_counter IN ACCESS EXCLUSIVE MODE');
  // Past the door: over the wire a busy machine brings them more slowly than a lock may be waited for.
  const { request } = aCaller(aBudget(0n));
  const ask = () => admission.admit(request());
  const first = ask();
  await setImmediate(); // It is on its way; all others wait behind it.
  const waiting = [first, ...Array.from({ length: WAITING }, ask)];
  const answer = await gateway.chat();
  const id = expectError(answer, 'gateway_overloaded');
  expect(answer.headers['retry-after']).toBe('2');
  await lock.rollbackTransaction();
  await lock.release();

  const verdicts = await Promise.all(waiting);
  expect(verdicts.filter(({ isAdmitted }) => isAdmitted)).toEqual([]);
  expect(await gateway.records.entry(id)).toMatchObject({
    type: 'refusal',
    refusal: { code: 'gateway_overloaded', stage: 'meter' },
  });
  expect(await gateway.sandbox.requests()).toEqual([]);
});
