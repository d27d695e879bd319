import { expect, it } from 'vitest';
import { aVector, knowledgePlace } from '../testing/knowledge-kit.js';
import type { StoreRow } from './stores.js';

const { kit, owner } = await knowledgePlace({ allows: 'off' });

const STATEMENT_ROWS_MAX = 2_500;
const PER_DOCUMENT = 3_000;
const DOCUMENTS = 5;

// A statement has ten seconds, however large its rows are and however slow the disk is.
for (const table of ['knowledge_passage', 'knowledge_vectors', 'knowledge_source']) {
  await owner(`CREATE FUNCTION bound_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM gone) > ${STATEMENT_ROWS_MAX} THEN
        RAISE EXCEPTION 'one statement deletes % rows', (SELECT count(*) FROM gone);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER bound AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION bound_${table}()`);
}

/** With documents that have far more passages than one statement may delete. */
async function aLargeStore(): Promise<StoreRow> {
  const store = await kit.store('exact');
  await kit.learn(store, [aVector(4)]);
  await owner(`WITH made AS (
      INSERT INTO knowledge_document (id, store_id, org_id, member_id, workload_id, digest, sealed, bytes, status,
        passages, embedded, due_at, created_at)
      SELECT gen_random_uuid(), store_id, org_id, member_id, workload_id, sha256(n::text::bytea), sealed, bytes, status,
        ${PER_DOCUMENT}, ${PER_DOCUMENT}, due_at, created_at
      FROM knowledge_document, generate_series(1, ${DOCUMENTS}) n WHERE store_id = '${store.id}' RETURNING id),
    passages AS (INSERT INTO knowledge_passage (document_id, n, tokens, sealed)
      SELECT id, n, 1, 'x' FROM made, generate_series(1, ${PER_DOCUMENT}) n)
    INSERT INTO knowledge_vectors (document_id, first, sealed)
      SELECT id, n, 'x' FROM made, generate_series(1, ${PER_DOCUMENT}) n`);
  return store;
}

const remove = ({ organisationId, id }: StoreRow) =>
  kit.app.transaction((tx) => kit.stores.remove(tx, organisationId, id));

const count = async (table: string) => (await owner(`SELECT FROM ${table}`)).length;
const left = async () =>
  (await count('knowledge_passage')) +
  (await count('knowledge_vectors')) +
  (await count('knowledge_remnant'));

it('a store that is too large for one statement is gone at once, and nothing of it is left then', async () => {
  const store = await aLargeStore();
  const other = await kit.store('exact');
  await kit.learn(other, [aVector(4)]);
  expect(await remove(store)).toBe(true);
  expect(await kit.stores.find(store.organisationId, store.id)).toBeUndefined();
  expect(await kit.remnants.clear(store.id)).toBe(true);
  expect(await left()).toBe(2); // A passage and a vector of the other store.
});

it('a text whose document is gone is shown to nobody, though it is still there', async () => {
  const store = await kit.store('exact');
  const id = await kit.learn(store, [aVector(4)]);
  const { organisationId } = store;
  expect(await kit.documents.passagesOf({ id, organisationId }, 0, 1)).toHaveLength(1);
  await kit.app.transaction((tx) => kit.documents.remove(tx, organisationId, store.id, id));
  expect(await owner(`SELECT FROM knowledge_passage WHERE document_id = '${id}'`)).toHaveLength(1);
  expect(await kit.documents.passagesOf({ id, organisationId }, 0, 1)).toEqual([]);
  expect(await kit.remnants.clear(store.id)).toBe(true);
});

it('what a process left is taken by another; what somebody is at is left to them, and that is said', async () => {
  const before = await left();
  const store = await aLargeStore();
  await remove(store);
  const TAKE_ALL = { name: '', text: 'SELECT FROM knowledge_remnant FOR UPDATE' };
  await kit.app.transaction(async (tx) => {
    await tx.query(TAKE_ALL);
    kit.remnants.start();
    await kit.remnants.stop();
    expect(await count('knowledge_remnant')).toBe(DOCUMENTS + 1);
    const clearing = kit.remnants.clear(store.id);
    let isLeft: boolean | undefined;
    void clearing.then((isClear) => (isLeft = !isClear));
    await expect
      .poll(() => {
        kit.clock.advance(1_000);
        return isLeft;
      })
      .toBe(true);
  });
  kit.remnants.start();
  await expect.poll(left).toBe(before);
  await kit.remnants.stop();
});
