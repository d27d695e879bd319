import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStoreId } from '#knowledge';
import { AdminClient, OWNER } from '../../support/admin.js';
import { ensureBuilt } from '../../support/build.js';
import { enterFirst, SETUP_ENVIRONMENT } from '../../support/first-owner.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { makeStore, upload } from '../../support/knowledge.js';
import { onServer } from '../../support/test-database.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
const PASSAGES = 1_500; // To index them takes seconds.
const PASSAGE = 'Tomatoes want sun and water every morning, and so do people who care for them. ';

const sandbox = await TestSandbox.start();
const home = await GatewayHome.make({}, sandbox.url);
const environment = {
  ...SETUP_ENVIRONMENT,
  GW_PGVECTOR: 'on',
  GW_PG_BIN: process.env['GW_PG_BIN'] ?? '',
};

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

it(
  'kill -9 while vectors are indexed: another process goes on behind them, and every passage is there once',
  async () => {
    const first = await home.start(environment);
    await onServer(await home.ownerUrl(), 'CREATE EXTENSION vector');
    const owner = await enterFirst(first.url);
    const name = { engine: 'pgvector', passage_tokens: 100, overlap_tokens: 0 };
    // The extension is looked for again after moments.
    const made = await waitFor('the index to be allowed', () =>
      makeStore(owner, 'garden', name).catch(() => undefined),
    );
    const table = `gw_vectors.of_${readStoreId(made.id)?.replaceAll('-', '')}`;
    const text = Array.from({ length: PASSAGES }, (_, n) => `${n}. ${PASSAGE.repeat(4)}`);
    const sent = await upload(owner, made, { name: 'a.txt', text: text.join('\n\n') });
    expect(sent.status, sent.text).toBe(202);
    const countOf = async (what: string) =>
      Number(
        (await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`).catch(() => []))[0]
          ?.count ?? 0,
      );
    await waitFor('the index to be begun', async () => (await countOf(table)) > 0, HANGS_MS);
    first.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    const begun = await countOf(table);
    expect(begun).toBeLessThan(PASSAGES);
    expect(await countOf('gw_vectors.document')).toBe(0);
    await home.close();

    const second = await home.start(environment);
    await waitFor(
      'the document',
      async () => (await countOf(`knowledge_document WHERE status = 'completed'`)) === 1,
      HANGS_MS,
    );
    expect(await countOf(table)).toBe(PASSAGES);
    expect(await countOf('gw_vectors.document')).toBe(1);
    const again = new AdminClient(second.url);
    await again.signIn(OWNER.email, OWNER.password);
    const seen = await again.get(`/knowledge/stores/${made.id}`);
    expect(seen.json()).toMatchObject({ index: { state: 'ready' }, passages: PASSAGES });
    const found = await again.post(`/knowledge/stores/${made.id}/search`, { query: 'tomatoes' });
    expect(found.json<{ data: unknown[] }>().data).toHaveLength(10);
    await home.close();
    expect(await second.stop()).toBe(0);
  },
  2 * HANGS_MS,
);
