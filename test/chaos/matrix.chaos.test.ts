import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEAL_LOCK } from '../../libs/audit/src/seal/statements.js';
import { ensureBuilt } from '../support/build.js';
import { blocksOf } from '../support/events.js';
import { expectError } from '../support/expect-error.js';
import { GatewayHome } from '../support/gateway-process.js';
import { NANO_OUT } from '../support/settings.js';
import { TestSandbox } from '../support/test-sandbox.js';
import { waitFor } from '../support/wait-for.js';
import { CrashStand, type Due, type Left } from './crash-stand.js';

// The way of a call, and the gateway killed at each of its steps: exactly there, not somewhere near.

const MINUTE_MS = 60_000;
const CAME = 200; // Events before the provider falls silent: more than is noted at once.
const STALLED = `fault/stall=${CAME},tokens=500`;
const TRIES_MAX = 10;

const sandbox = await TestSandbox.start();
let stand: CrashStand;
beforeAll(async () => {
  await ensureBuilt();
  const home = await GatewayHome.make(
    {
      models: [STALLED],
      workloads: [{ name: 'default', budget: { amount: '1000.00', period: 'monthly' } }],
    },
    sandbox.url,
  );
  stand = await CrashStand.start(home);
  await stand.serveSome(1); // A log without a row has nothing to verify.
}, 2 * MINUTE_MS);
afterAll(async () => {
  await stand.close();
  await sandbox.close();
});

const row = (fault: string, strike: () => Promise<Left>) =>
  it(`kill -9 ${fault}`, ({ task }) => stand.row(task, task.name, strike), 2 * MINUTE_MS);

const A_CALL = { inFlight: '1 call', interrupted: 1 };

row('while the intent is written, and it is not', async () => {
  await sandbox.clear();
  await stand.gate.shut({ table: 'call_intent', on: 'INSERT' });
  void stand.beginCall();
  await stand.gate.reached();
  await stand.kill();
  await stand.gate.cut();
  expect([(await stand.intents()).size, await sandbox.requests()]).toEqual([0, []]);
  return { ...A_CALL, calls: new Map() };
});

row('after the intent, before the dispatch', async () => {
  await stand.gate.shut({ table: 'call_intent', on: 'INSERT' });
  void stand.beginCall();
  await stand.gate.reached();
  await stand.kill();
  await stand.gate.open();
  await stand.waitForIntents(1);
  expect(await sandbox.requests()).toEqual([]);
  const [id = ''] = (await stand.intents()).keys();
  return { ...A_CALL, calls: new Map([[id, { type: 'interrupted', nano: 0n }]]) };
});

row('in the middle of a stream', async () => {
  const { body } = await stand.gateway.openStream({ model: `sandbox/${STALLED}` });
  let came = 0;
  const reading = (async () => {
    for await (const _block of blocksOf(body)) came++;
  })().catch(() => undefined);
  await stand.waitForIntents(1);
  const input = [...(await stand.intents()).values()][0];
  const noted = await waitFor('the progress to be kept', async () =>
    [...(await stand.intents()).values()].find(({ tokens }) => tokens > CAME / 2),
  );
  const calls = await stand.dueIfInterrupted();
  await stand.kill();
  await reading;
  expect(came).toBe(CAME);
  expect(noted.tokens).toBeLessThanOrEqual(came);
  expect(noted.nano).toBe((input?.nano ?? 0n) + BigInt(noted.tokens * NANO_OUT));
  return { inFlight: '1 stream', interrupted: 1, calls };
});

/** Two calls whose callers have all: the first one's record stands, the second one's waits behind it. */
async function standAtRecord(): Promise<{ first: Map<string, Due>; second: Map<string, Due> }> {
  await stand.gate.shut({ table: 'audit_row', on: 'INSERT' });
  const [first, due] = await stand.serve();
  await stand.gate.reached();
  const [second] = await stand.serve();
  await stand.waitForMetric('gw_record_waiting 2');
  const open = await stand.dueIfInterrupted();
  expect([...open.keys()]).toEqual([first, second]);
  open.delete(first);
  return { first: new Map([[first, due]]), second: open };
}

row('after the provider ended, and while the call before is recorded', async () => {
  const { first, second } = await standAtRecord();
  await stand.kill();
  await stand.gate.open();
  return { inFlight: '2 records', calls: new Map([...first, ...second]) };
});

row('while a call is recorded, and it is not', async () => {
  const { second } = await standAtRecord();
  const calls = await stand.dueIfInterrupted();
  expect(calls.size).toBe(second.size + 1);
  await stand.kill();
  await stand.gate.cut();
  return { inFlight: '2 records', calls };
});

row('after the record, before the seal', async () => {
  await stand.gate.hold(SEAL_LOCK);
  const calls = await stand.serveSome(3);
  await waitFor('all to be recorded', async () => (await stand.countOf('audit_pending')) === 3);
  await stand.kill();
  await stand.gate.open();
  return { inFlight: '3 rows', calls };
});

for (const [step, table, on] of [
  ['rows are taken', 'audit_pending', 'DELETE'],
  ['leaves are appended', 'audit_leaf', 'INSERT'],
  ['the head is moved', 'audit_head', 'INSERT'],
  ['the checkpoint is written', 'audit_checkpoint', 'INSERT'],
] as const) {
  row(`while it seals: ${step}`, async () => {
    const before = await stand.countOf('audit_leaf');
    const isLate = table === 'audit_checkpoint'; // The head may have been committed on its own.
    await stand.gate.shut({ table, on });
    const calls = await stand.serveSome(1);
    await stand.gate.reached();
    // A seal that found nothing stands there as well, before the call is recorded.
    if (!isLate)
      await waitFor('the record', async () => (await stand.countOf('audit_pending')) === 1);
    await stand.kill();
    await stand.gate.open();
    if (!isLate)
      expect([await stand.countOf('audit_leaf'), await stand.countOf('audit_pending')]).toEqual([
        before,
        1,
      ]);
    return { inFlight: '1 row', calls };
  });
}

row('after the head, before the checkpoint', async () => {
  const calls = new Map<string, Due>();
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const leaves = await stand.countOf('audit_leaf');
    for (const [id, due] of await stand.serveSome(1)) calls.set(id, due);
    await waitFor('a checkpoint', async () => {
      return (await stand.countOf('audit_leaf')) > leaves && (await unsigned()) === 0;
    });
    await stand.gate.shut({ table: 'audit_checkpoint', on: 'INSERT' });
    for (const [id, due] of await stand.serveSome(1)) calls.set(id, due);
    await stand.gate.reached();
    if ((await unsigned()) > 0) break;
    await stand.gate.open(); // A second had passed: head and checkpoint are one transaction then.
  }
  expect(await unsigned()).toBe(1);
  await stand.kill();
  await stand.gate.cut();
  expect(await unsigned()).toBe(1);
  return { inFlight: '1 head', calls };
});

row('after the seal is committed, before it is anchored', async () => {
  await stand.gate.shut({ table: 'audit_head', on: 'commit' });
  const calls = await stand.serveSome(1);
  await stand.gate.reached();
  await stand.kill();
  await stand.gate.open();
  const size = await waitFor('the seal to be committed', async () => {
    const leaves = await stand.countOf('audit_leaf');
    return (await stand.countOf('audit_pending')) === 0 && leaves;
  });
  expect(await anchored()).toBeLessThan(size);
  await stand.restart();
  for (const [id, due] of await stand.serveSome(1)) calls.set(id, due);
  await waitFor('it to be anchored', async () => (await anchored()) >= size);
  return { inFlight: '1 seal', calls };
});

row('of PostgreSQL while a seal, a record and an intent are written', async () => {
  await stand.gate.shut(
    { table: 'audit_head', on: 'INSERT' },
    { table: 'audit_row', on: 'INSERT', after: 1 },
    { table: 'call_intent', on: 'INSERT', after: 2 },
  );
  const calls = await stand.serveSome(1);
  await stand.gate.reached(1);
  for (const [id, due] of await stand.serveSome(1)) calls.set(id, due);
  await stand.gate.reached(2);
  const third = stand.beginCall();
  await stand.gate.reached(3);
  await stand.home.close();
  stand.strikes();
  process.kill(await stand.home.postmasterPid(), 'SIGKILL');
  expectError(await third, 'metering_unavailable');
  await waitFor('PostgreSQL to be back', () =>
    stand.gate.open().then(
      () => true,
      () => false,
    ),
  );
  return { inFlight: '1 call, 1 record, 1 row', refused: 1, calls };
});

/** Rows of heads that no checkpoint covers. */
async function unsigned(): Promise<number> {
  const [found] = await stand.home.rows<{ rows: string }>(
    `SELECT h.size - coalesce((SELECT max(size) FROM audit_checkpoint), 0) AS rows FROM audit_head h`,
  );
  return Number(found?.rows ?? 0);
}

/** The newest size in the file outside of the database. */
async function anchored(): Promise<number> {
  const text = await readFile(join(stand.home.folder, 'audit-anchors.txt'), 'utf8').catch(() => '');
  return Math.max(0, ...Array.from(text.matchAll(/^(\d+)$/gm), ([, size]) => Number(size)));
}
