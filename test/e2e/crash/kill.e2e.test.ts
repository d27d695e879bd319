import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../../support/events.js';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome, isAlive, type GatewayProcess } from '../../support/gateway-process.js';
import type { OpenAnswer } from '../../support/http.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

const SLOW = 'fault/slow=20,tokens=5000';
const STREAMS = 50;
/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;

const sandbox = await TestSandbox.start();
const home = await GatewayHome.make({ models: [SLOW] }, sandbox.url);

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterEach(() => home.stop());
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

/** Reads the stream until it breaks, and tells how many blocks came. */
async function readToTheEnd(answer: OpenAnswer): Promise<number> {
  let blocks = 0;
  try {
    for await (const _block of blocksOf(answer.body)) blocks++;
  } catch {
    // The process that served it is dead.
  }
  return blocks;
}

/** Every sealed entry by id; a call that was recorded twice would be there twice. */
async function sealedTypes(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await home.rows<{ id: string; type: string }>(
    'SELECT r.id, r.type FROM audit_row r JOIN audit_leaf l USING (id)',
  );
  const types = new Map<string, string[]>();
  for (const { id, type } of rows) types.set(id, [...(types.get(id) ?? []), type]);
  return types;
}

const countOf = async (what: string) =>
  Number((await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);

/** Nothing is open, held or waiting for its seal. */
const isSettled = () =>
  waitFor('everything to be settled', async () => {
    const open = (await countOf('call_intent')) + (await countOf('audit_pending'));
    return open === 0 && (await countOf('meter_counter WHERE held <> 0')) === 0;
  });

async function expectSound(): Promise<void> {
  await isSettled();
  expect((await home.fsck()).findings).toEqual([]);
}

/** Callers that ask again and again until told to stop; what each answer was, by its request id. */
function startLoad(process: GatewayProcess, callers: number) {
  const served: string[] = [];
  const statuses = new Set<number>();
  const ending = new AbortController();
  const call = async () => {
    while (!ending.signal.aborted) {
      const answer = await process.chat({}).catch(() => undefined);
      if (!answer) return; // The process is dead.
      statuses.add(answer.status);
      if (answer.status === 200) served.push(String(answer.headers['request-id']));
    }
  };
  const running = Promise.all(Array.from({ length: callers }, call));
  const stop = async () => {
    ending.abort();
    await running;
  };
  return { served, statuses, stop };
}

describe('kill -9 of the gateway', () => {
  it(
    'in the middle of fifty streams: each is recorded once and charged for what had come',
    async () => {
      const first = await home.start();
      expect((await first.chat({})).status).toBe(200);
      const answers = await Promise.all(
        Array.from({ length: STREAMS }, () => first.openStream({ model: `sandbox/${SLOW}` })),
      );
      const reading = answers.map(readToTheEnd);
      await waitFor('the progress of every stream to be kept', async () => {
        return (await countOf('call_intent WHERE progress_tokens > 0')) === STREAMS;
      });
      first.kill('SIGKILL');
      expect(await first.exited).toBe('SIGKILL');
      const blocks = await Promise.all(reading);
      await home.close();

      const second = await home.start();
      await expectSound();
      const types = await sealedTypes();
      expect(types.size).toBe(1 + STREAMS);
      for (const { headers } of answers) {
        expect(types.get(String(headers['request-id']))).toEqual(['interrupted']);
      }
      const charged = await home.rows<{ nano: string }>(
        `SELECT l.nano FROM ledger_entry l JOIN audit_row r USING (id) WHERE r.type = 'interrupted'`,
      );
      expect(charged).toHaveLength(STREAMS);
      for (const { nano } of charged) {
        expect(Number(nano)).toBeGreaterThanOrEqual(64 * 2_000);
        expect(Number(nano)).toBeLessThan((Math.max(...blocks) + 64) * 2_000);
      }
      expect((await second.chat({})).status).toBe(200);
      await expectSound();
      await home.close();
      expect(await second.stop()).toBe(0);
    },
    HANGS_MS,
  );

  it(
    'under load, three times: no answered call is lost, and none is there twice',
    async () => {
      const served: string[] = [];
      for (let round = 0; round < 3; round++) {
        const running = await home.start();
        const load = startLoad(running, 40);
        await waitFor('some load', () => load.served.length > 150 + round * 37);
        running.kill('SIGKILL');
        await running.exited;
        await load.stop();
        expect(load.statuses).toEqual(new Set([200]));
        served.push(...load.served);
      }
      const last = await home.start();
      await expectSound();
      const types = await sealedTypes();
      for (const id of served) {
        expect(types.get(id)).toHaveLength(1);
        expect(['call', 'interrupted']).toContain(types.get(id)?.[0]);
      }
      await home.close();
      expect(await last.stop()).toBe(0);
    },
    HANGS_MS,
  );
});

describe('kill -9 of the database', () => {
  it(
    'under load: calls are refused until it is back, and nothing is lost',
    async () => {
      const running = await home.start();
      const load = startLoad(running, 20);
      await waitFor('some load', () => load.served.length > 100);
      const killed = await home.postmasterPid();
      process.kill(killed, 'SIGKILL');
      await waitFor('calls to be refused', () => load.statuses.has(503));
      await waitFor('the server to be back', async () => {
        const pid = await home.postmasterPid().catch(() => killed);
        return pid !== killed && isAlive(pid);
      });
      const before = load.served.length;
      await waitFor('calls to be served', () => load.served.length > before + 100);
      await load.stop();
      expect(load.statuses).toEqual(new Set([200, 503]));
      await home.close();
      await expectSound();
      const types = await sealedTypes();
      for (const id of load.served) expect(types.get(id)).toEqual(['call']);
      await home.close();
      expect(await running.stop()).toBe(0);
    },
    HANGS_MS,
  );
});

describe('SIGTERM', () => {
  it(
    'ends the gateway and its database, whatever is open, and the next start works',
    async () => {
      const running = await home.start();
      const postmaster = await home.postmasterPid();
      const stalled = await running.openStream({ model: `sandbox/${SLOW}` });
      const reading = readToTheEnd(stalled);
      await waitFor('the stream', async () => (await sandbox.openCount()) === 1);
      running.kill('SIGTERM');
      running.kill('SIGTERM'); // The second one hurries.
      expect(await running.exited).toBe(0);
      expect(await reading).toBeGreaterThan(0);
      expect(isAlive(postmaster)).toBe(false);
      expect(await sandbox.openCount()).toBe(0);

      const next = await home.start();
      expect((await next.chat({})).status).toBe(200);
      await expectSound();
      expect((await sealedTypes()).get(String(stalled.headers['request-id']))).toEqual(['call']);
      await home.close();
      expect(await next.stop()).toBe(0);
      expect(isAlive(await home.postmasterPid().catch(() => postmaster))).toBe(false);
    },
    HANGS_MS,
  );
});
