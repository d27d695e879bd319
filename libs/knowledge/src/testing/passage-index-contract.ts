import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, StoreRow } from '../keep/stores.js';
import type { FoundPassage, PassageIndex, Sought } from '../search/passage-index.js';
import { aVector, NEVER, type KnowledgeKit, type Place } from './knowledge-kit.js';

const NUMBERS = 16;
const ANY = () => true;
const HANGS_MS = 120_000; // Thousands of vectors are indexed one by one.

export interface IndexPlace {
  readonly engine: Engine;
  place(): Promise<Place>;
  index(kit: KnowledgeKit): PassageIndex;
}

interface Known {
  readonly id: string;
  readonly vectors: readonly Float32Array[];
}

/** What is found, whoever looks: by a test that looks at everything and keeps all of it. */
function expected(documents: readonly Known[], sought: Pick<Sought, 'vectors' | 'count'>) {
  const all = documents.flatMap(({ id, vectors }) =>
    vectors.map((vector, n) => ({
      id,
      n,
      score: Math.max(...sought.vectors.map((wanted) => cosine(vector, wanted))),
    })),
  );
  return all
    .toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1))
    .slice(0, sought.count);
}

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

const placeOf = ({ id, n }: { readonly id: string; readonly n: number }) => `${id} ${n}`;
const placesOf = (found: readonly FoundPassage[]) =>
  found.map(({ document: { id }, n }) => `${id} ${n}`);

/** What a search promises, whichever way it looks. */
export function describePassageIndex(name: string, { engine, place, index }: IndexPlace): void {
  describe(`passages of ${name}`, () => {
    let kit: KnowledgeKit;
    let owner: Place['owner'];
    beforeAll(async () => {
      ({ kit, owner } = await place());
    });

    const search = async (store: StoreRow, sought: Partial<Sought> & Pick<Sought, 'vectors'>) =>
      index(kit).nearest(
        await kit.now(store),
        { count: 10, scoreMin: -1, filter: ANY, ...sought },
        NEVER,
      );
    const learnt = async (store: StoreRow, vectors: readonly Float32Array[]): Promise<Known> => ({
      id: await kit.learn(store, vectors),
      vectors,
    });
    const some = (count: number, near?: Float32Array) =>
      Array.from({ length: count }, () => aVector(NUMBERS, near));

    it('come nearest first, each with its cosine', async () => {
      const store = await kit.store(engine);
      const known = [await learnt(store, some(40)), await learnt(store, some(70))];
      const vectors = [aVector(NUMBERS)];
      const found = await search(store, { vectors });
      const right = expected(known, { vectors, count: 10 });
      expect(placesOf(found)).toEqual(right.map(placeOf));
      for (const [at, { score }] of found.entries()) {
        expect(score).toBeCloseTo(right[at]?.score ?? 2, 5);
      }
    });

    it('of equal vectors come in the order of their documents and places', async () => {
      const store = await kit.store(engine);
      const same = aVector(NUMBERS);
      const ids = [await kit.learn(store, [same, same]), await kit.learn(store, [same])];
      const [first = '', second = ''] = ids.toSorted();
      const passages = first === ids[0] ? [2, 1] : [1, 2];
      const right = [first, second].flatMap((id, at) =>
        Array.from({ length: passages[at] ?? 0 }, (_, n) => `${id} ${n}`),
      );
      expect(placesOf(await search(store, { vectors: [same] }))).toEqual(right);
    });

    it('are all that there are, where more are asked for, and none in an empty store', async () => {
      const store = await kit.store(engine);
      await kit.learn(store, some(3));
      expect(await search(store, { vectors: [aVector(NUMBERS)], count: 50 })).toHaveLength(3);
      const emptied = await kit.store(engine);
      await kit.forget(emptied, await kit.learn(emptied, some(2)));
      expect(await search(emptied, { vectors: [aVector(NUMBERS)] })).toEqual([]);
    });

    it('below the least score are none', async () => {
      const store = await kit.store(engine);
      const wanted = aVector(NUMBERS);
      const near = await learnt(store, some(5, wanted));
      await learnt(
        store,
        some(
          5,
          wanted.map((value) => -value),
        ),
      );
      const found = await search(store, { vectors: [wanted], scoreMin: 0.5 });
      expect(new Set(found.map(({ document }) => document.id))).toEqual(new Set([near.id]));
      expect(found).toHaveLength(5);
    });

    it('sought in several ways are each found once, by the best', async () => {
      const store = await kit.store(engine);
      const known = [await learnt(store, some(60)), await learnt(store, some(60))];
      const vectors = some(8);
      const found = await search(store, { vectors, count: 20 });
      const right = expected(known, { vectors, count: 20 });
      expect(placesOf(found)).toEqual(right.map(placeOf));
      expect(new Set(placesOf(found)).size).toBe(20);
    });

    it(
      'that a filter leaves are found, however far from what is sought they are',
      async () => {
        const store = await kit.store(engine);
        const wanted = aVector(NUMBERS);
        const away = wanted.map((value) => -value);
        const far: Known[] = [];
        const rare: Known[] = [];
        for (let n = 0; n < 10; n++) {
          await kit.learn(store, some(320, wanted), { side: 'near' });
          const vectors = some(320, away);
          far.push({ id: await kit.learn(store, vectors, { side: 'far' }), vectors });
        }
        const few = some(4, away);
        rare.push({ id: await kit.learn(store, few, { side: 'rare' }), vectors: few });
        const sought = { vectors: [wanted], count: 10 };
        const only = (side: string) =>
          search(store, { ...sought, filter: (attributes) => attributes['side'] === side });
        const foundFar = placesOf(await only('far'));
        expect(foundFar).toEqual(expected(far, sought).map(placeOf));
        expect(placesOf(await only('rare'))).toEqual(expected(rare, sought).map(placeOf));
        expect(await only('nobody')).toEqual([]);
        const found = await search(store, { ...sought, count: 50 });
        expect(found).toHaveLength(50);
        expect(new Set(found.map(({ document }) => document.attributes['side']))).toEqual(
          new Set(['near']),
        );
      },
      HANGS_MS,
    );

    it('of other stores and organisations are never found', async () => {
      const [mine, other] = [await kit.store(engine), await kit.store(engine)];
      const same = aVector(NUMBERS);
      const id = await kit.learn(mine, some(2, same));
      await kit.learn(other, some(30, same));
      const found = await search(mine, { vectors: [same], count: 50 });
      expect(found.map(({ document }) => document.id)).toEqual([id, id]);
    });

    it('of a document that is not read to its end are not found yet', async () => {
      const store = await kit.store(engine);
      const id = await kit.learn(store, some(1));
      const { row, runner } = await kit.embed(store, some(40));
      await kit.indexer.add(await kit.now(store), row, NEVER);
      const vectors = [aVector(NUMBERS)];
      expect(placesOf(await search(store, { vectors }))).toEqual([`${id} 0`]);
      await kit.documents.complete(row, runner);
      expect(await search(store, { vectors, count: 50 })).toHaveLength(41);
    });

    it('of a deleted document are gone, from the database too', async () => {
      const store = await kit.store(engine);
      const kept = await kit.learn(store, some(40));
      const gone = await kit.learn(store, some(40));
      const before = await kit.now(store);
      await kit.forget(store, gone);
      expect(await kit.remnants.clear(store.id)).toBe(true);
      const sought = { vectors: [aVector(NUMBERS)], count: 50, scoreMin: -1, filter: ANY };
      for (const row of [await kit.now(store), before]) {
        const found = await index(kit).nearest(row, sought, NEVER);
        const left = found.filter(({ document }) => document.id === kept);
        expect(left).toHaveLength(40);
      }
      const tables = ['knowledge_vectors', 'knowledge_passage'].map(
        (table) => `SELECT FROM ${table} WHERE document_id = '${gone}'`,
      );
      for (const text of tables) expect(await owner(text)).toEqual([]);
      for (const { name } of (await owner(VECTOR_TABLES)) as { name: string }[]) {
        expect(await owner(`SELECT FROM gw_vectors.${name} WHERE document_id = '${gone}'`)).toEqual(
          [],
        );
      }
    });

    it.each([2_500, 4_000])(
      'are found by vectors of %i numbers, too',
      async (length) => {
        const store = await kit.store(engine);
        const vectors = Array.from({ length: 40 }, () => aVector(length));
        const known = { id: await kit.learn(store, vectors), vectors };
        const sought = { vectors: [aVector(length)], count: 10 };
        const right = expected([known], sought);
        const found = await search(store, sought);
        expect(placesOf(found)).toEqual(right.map(placeOf));
      },
      HANGS_MS,
    );
  });
}

const VECTOR_TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'gw_vectors'::regnamespace AND relkind = 'r'`;
