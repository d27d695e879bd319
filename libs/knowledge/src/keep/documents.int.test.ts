import { expect, it } from 'vitest';
import { aVector, knowledgePlace, type KnowledgeKit } from '../testing/knowledge-kit.js';

const { kit, owner } = await knowledgePlace({ allows: 'off' });

const HOLD_STORE = {
  name: '',
  text: 'SELECT FROM knowledge_store WHERE id = $1 FOR NO KEY UPDATE',
};
const HOLD_DOCUMENT = { name: '', text: 'SELECT FROM knowledge_document WHERE id = $1 FOR UPDATE' };
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

type Embedded = Awaited<ReturnType<KnowledgeKit['embed']>>;

it.each<[string, (store: Parameters<KnowledgeKit['forget']>[0], made: Embedded) => Promise<void>]>([
  ['deleted', (store, { row }) => kit.forget(store, row.id)],
  ['completed', (_store, { row, runner }) => kit.documents.complete(row, runner)],
])('a document is %s behind whoever indexes or embeds its store, in one order', async (_, work) => {
  const store = await kit.store('exact');
  const made = await kit.embed(store, [aVector(4)]);
  let working: Promise<void> | undefined;
  await kit.app.transaction(async (tx) => {
    await tx.query(HOLD_STORE, [store.id]);
    working = work(store, made);
    await expect.poll(() => owner(WAITING)).toHaveLength(1);
    await tx.query(HOLD_DOCUMENT, [made.row.id]); // With the two in turn, neither would come to its end.
  });
  await working;
});
