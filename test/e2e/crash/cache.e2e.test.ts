import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
const HITS = 100;

const sandbox = await TestSandbox.start();
const caching = { content_retention_days: 1, response_cache: { enabled: true } };
const home = await GatewayHome.make({ organisation: caching }, sandbox.url);

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.stop();
  await home.remove();
  await sandbox.close();
});

const countOf = async (what: string) =>
  Number((await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);
const isSettled = () =>
  waitFor('everything to be settled', async () => {
    return (await countOf('call_intent')) + (await countOf('audit_pending')) === 0;
  });

it(
  'kill -9 in the middle of hits: none is charged or lost, and the answer is given after the restart',
  async () => {
    const first = await home.start();
    expect((await first.chat({})).headers['x-gw-cache']).toBe('miss');
    await waitFor('the answer to be kept', async () => (await countOf('cached_answer')) === 1);
    let hits = 0;
    const callers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const answer = await first.chat({}).catch(() => undefined);
        if (!answer) return; // The process is dead.
        if (answer.headers['x-gw-cache'] === 'hit') hits++;
      }
    });
    await waitFor('hits', () => hits >= HITS);
    first.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    await Promise.all(callers);
    await home.close();

    const second = await home.start();
    await isSettled();
    expect((await countOf('audit_row')) - 1).toBeGreaterThanOrEqual(hits);
    expect((await second.chat({})).headers['x-gw-cache']).toBe('hit');
    expect(await sandbox.requests()).toHaveLength(1);
    expect(await countOf('ledger_entry WHERE nano <> 0')).toBe(1);
    await isSettled();
    expect((await home.fsck()).findings).toEqual([]);
    await home.close();
    expect(await second.stop()).toBe(0);
  },
  HANGS_MS,
);
