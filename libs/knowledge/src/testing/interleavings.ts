import { expect, it } from 'vitest';
import { type Database, type Tx } from '#platform';
import type { DocumentRow } from '../keep/documents.js';
import type { Engine, StoreRow } from '../keep/stores.js';
import { KEEP_MS, EXTENSION_MS } from '../limits.js';
import { aVector, KnowledgeKit, NEVER, type Place } from './knowledge-kit.js';

const NUMBERS = 8;
/** More statements than any transaction here has. */
const STEPS_MAX = 12;
/** What PostgreSQL says of those that wait for each other, and of who waited for somebody that it does not see. */
const DEADLOCKED: ReadonlySet<unknown> = new Set(['40P01', '57014']);

/** A store with a document that is read to its end, and one that is on its way. */
interface Scene {
  readonly kit: KnowledgeKit;
  readonly owner: Place['owner'];
  readonly store: StoreRow;
  readonly done: string;
  readonly row: DocumentRow;
  readonly runner: string;
}

type Step = (scene: Scene) => Promise<unknown>;

const STEPS: Readonly<Record<string, Step>> = {
  'a document is uploaded': ({ kit, store }) => kit.upload(store),
  'the text of one is kept': async ({ kit, store }) => {
    const { row, runner } = await kit.claim(await kit.upload(store));
    return kit.documents.split(row, runner, [{ text: 'passage', tokens: 2 }]);
  },
  'vectors of one are kept': ({ kit, row, runner }) =>
    kit.documents.keepVectors(row, runner, 1, [aVector(NUMBERS)]),
  'one is indexed': async ({ kit, store, row }) => kit.indexer.add(store, row, NEVER),
  'one is read to its end': ({ kit, row, runner }) => kit.documents.complete(row, runner),
  'one fails': ({ kit, row, runner }) => kit.documents.fail(row, runner, 'vectors_unusable'),
  'one is deleted': ({ kit, store, done }) => kit.forget(store, done),
  'the store is searched': async ({ kit, store }) => {
    const sought = { vectors: [aVector(NUMBERS)], count: 5, scoreMin: -1, filter: () => true };
    return (store.engine === 'exact' ? kit.exact : kit.indexed).nearest(store, sought, NEVER);
  },
  'another engine is chosen': ({ kit, store }) =>
    kit.app.transaction((tx) =>
      kit.stores.change(tx, store, {
        name: store.name,
        engine: store.engine === 'exact' ? 'pgvector' : 'exact',
      }),
    ),
  'the store is deleted': ({ kit, store }) =>
    kit.app.transaction((tx) => kit.stores.remove(tx, store.organisationId, store.id)),
  'its organisation is deleted': ({ owner, store }) =>
    owner(`DELETE FROM organisation WHERE id = '${store.organisationId}'`),
  'its vectors are dropped by whoever runs the database': ({ owner, store }) =>
    owner(`SELECT gw_drop_vectors('${store.id}')`),
  'what is left of one is deleted': async ({ kit, store, done }) => {
    await kit.forget(store, done);
    kit.remnants.start();
    await kit.remnants.stop();
  },
  'what lacks is indexed': async ({ kit }) => {
    kit.clock.advance(Math.max(EXTENSION_MS, KEEP_MS));
    kit.keeper.start();
    await kit.keeper.stop();
  },
};

/** Stands still behind one statement of a transaction, until it is let go. */
class Halt {
  private left: number;
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();

  constructor(behind: number) {
    this.left = behind;
  }

  async pass(): Promise<void> {
    if (--this.left !== 0) return;
    this.reached.resolve();
    await this.released.promise;
  }
}

/** The same database, whose transactions stand still where a test says so. */
function haltingAt(app: Database, halt: Halt): Database {
  const halting = Object.create(app) as Database;
  halting.transaction = (work) =>
    app.transaction((tx) => {
      const query: Tx['query'] = async (statement, values) => {
        const rows = await tx.query(statement, values);
        await halt.pass();
        return rows as never;
      };
      return work({ query } as Tx);
    });
  return halting;
}

/**
 * Each step stands still behind each of its statements while each other step goes as far as it comes; then both have to come to
 * their end.
 */
export function describeInterleavings(place: Place, engine: Engine): void {
  const options = { allows: engine === 'pgvector' ? 'on' : 'off' } as const;
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  async function aScene(kit: KnowledgeKit): Promise<Scene> {
    const store = await place.kit.store(engine);
    const done = await place.kit.learn(store, [aVector(NUMBERS)]);
    const made = await place.kit.embed(store, [aVector(NUMBERS)]);
    return { kit, owner: place.owner, store: await place.kit.now(store), done, ...made };
  }

  /** @returns whether there was such a statement to stand still behind */
  async function interleave(held: Step, other: Step, behind: number): Promise<boolean> {
    const halt = new Halt(behind);
    const scene = await aScene(new KnowledgeKit(haltingAt(place.kit.app, halt), options));
    const first = faultOf(held(scene));
    const isHeld = await Promise.race([
      halt.reached.promise.then(() => true),
      first.then(() => false),
    ]);
    if (!isHeld) return false;
    let isOver = false;
    const second = faultOf(other({ ...scene, kit: place.kit })).finally(() => (isOver = true));
    await expect.poll(async () => isOver || (await place.owner(waiting)).length > 0).toBe(true);
    halt.released.resolve();
    expect(DEADLOCKED).not.toContain(await first);
    expect(DEADLOCKED).not.toContain(await second);
    return true;
  }

  it.each(Object.entries(STEPS))(
    'nobody waits for who waits for them, while %s',
    async (_, held) => {
      for (const other of Object.values(STEPS)) {
        for (let behind = 1; behind < STEPS_MAX; behind++) {
          if (!(await interleave(held, other, behind))) break;
        }
      }
    },
  );
}

/** The code that PostgreSQL gives it; what else goes wrong is that the other was first. */
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: unknown) => (fault instanceof Error && 'code' in fault ? fault.code : undefined),
  );
