import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdminClient, OWNER } from '../../support/admin.js';
import { ensureBuilt } from '../../support/build.js';
import { enterFirst, SETUP_ENVIRONMENT } from '../../support/first-owner.js';
import { GatewayHome } from '../../support/gateway-process.js';
import { makeStore, upload, type SeenDocument } from '../../support/knowledge.js';
import { TestSandbox } from '../../support/test-sandbox.js';
import { waitFor } from '../../support/wait-for.js';

/** Says that a test hangs, not that the machine has other work. */
const HANGS_MS = 240_000;
const PASSAGES = 70; // Three calls.
const PASSAGE = 'Tomatoes want sun and water every morning, and so do people who care for them. ';

const sandbox = await TestSandbox.start();
const home = await GatewayHome.make({}, sandbox.url);

beforeAll(ensureBuilt, 2 * HANGS_MS);
afterAll(async () => {
  await home.remove();
  await sandbox.close();
});

const calls = async () =>
  (await sandbox.requests()).filter(({ path }) => path.endsWith('/embeddings')).length;
const countOf = async (what: string) =>
  Number((await home.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);

it(
  'kill -9 while a document is embedded: another process goes on from the last call that was answered',
  async () => {
    const first = await home.start(SETUP_ENVIRONMENT);
    const owner = await enterFirst(first.url);
    const store = await makeStore(owner, 'garden', { passage_tokens: 100, overlap_tokens: 0 });
    await sandbox.script('ok', 'hang');
    const text = Array.from({ length: PASSAGES }, (_, n) => `${n}. ${PASSAGE.repeat(4)}`);
    const made = await upload(owner, store, { name: 'a.txt', text: text.join('\n\n') });
    expect(made.status, made.text).toBe(202);
    await waitFor('the call that hangs', async () => (await calls()) === 2, HANGS_MS);
    first.kill('SIGKILL');
    expect(await first.exited).toBe('SIGKILL');
    await home.close();

    const second = await home.start(SETUP_ENVIRONMENT);
    await waitFor(
      'the document',
      async () => (await countOf(`knowledge_document WHERE status = 'completed'`)) === 1,
      HANGS_MS,
    );
    const again = new AdminClient(second.url);
    await again.signIn(OWNER.email, OWNER.password);
    const { id } = made.json<SeenDocument>();
    const view = await again.get(`/knowledge/stores/${store.id}/documents/${id}`);
    expect(view.json()).toMatchObject({ status: 'completed', passages: 70, embedded: 70 });
    expect(await calls()).toBe(4); // The one that was under way was made again, and no other.
    await waitFor('everything to be settled', async () => {
      const open = (await countOf('call_intent')) + (await countOf('audit_pending'));
      return open === 0 && (await countOf('meter_counter WHERE held <> 0')) === 0;
    });
    const ofKnowledge = `convert_from(entry, 'UTF8')::jsonb ->> 'surface' = 'knowledge'`;
    expect(await countOf(`audit_row WHERE ${ofKnowledge} AND type = 'call'`)).toBe(3);
    expect(await countOf(`audit_row WHERE ${ofKnowledge} AND type = 'interrupted'`)).toBe(1);
    expect(await countOf('knowledge_source')).toBe(0);
    expect((await home.fsck()).findings).toEqual([]);
    await home.close();
    expect(await second.stop()).toBe(0);
  },
  2 * HANGS_MS,
);
