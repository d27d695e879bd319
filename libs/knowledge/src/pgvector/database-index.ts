import { Injectable } from '@nestjs/common';
import { runInSlices, type Cancellation } from '#kernel';
import { Database, uuidArray, type Statement, type Tx } from '#platform';
import { isIndexable, KnowledgeStores, type StoreRow } from '../keep/stores.js';
import {
  CANDIDATES_MORE,
  EF_SEARCH,
  SCAN_TUPLES_MAX,
  SCANNED_PASSAGES_MAX,
  STORE_PASSAGES_MAX,
} from '../limits.js';
import { soughtOf } from '../search/exact-index.js';
import {
  bestOf,
  type FoundPassage,
  type PassageIndex,
  type Sought,
} from '../search/passage-index.js';
import { StoreDocuments, type FoundIn, type StoreContent } from '../search/store-documents.js';
import { IndexUnusable, isUnusable } from './index-unusable.js';
import { VectorExtension } from './vector-extension.js';
import { namesOf, textOf, type VectorTableNames } from './vector-table.js';

/** By its index alone: every other plan has to sort. Compiling the statement would take longer than it does. */
const BY_INDEX: Statement = {
  name: 'knowledge-by-index',
  text: `SELECT to_regclass($1)::oid AS "table", set_config('enable_sort', 'off', true), set_config('enable_indexscan', 'on', true),
    set_config('jit', 'off', true), set_config('hnsw.ef_search', '${EF_SEARCH}', true),
    set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.max_scan_tuples', '${SCAN_TUPLES_MAX}', true)`,
};
/** Row by row, which misses nothing. */
const ONE_BY_ONE: Statement = {
  name: 'knowledge-one-by-one',
  text: `SELECT to_regclass($1)::oid AS "table", set_config('enable_sort', 'on', true), set_config('enable_indexscan', 'off', true),
    set_config('jit', 'off', true)`,
};

const TRIES_MAX = 3; // Of a store that is changed each time while it is searched.

interface Row {
  readonly id: string;
  readonly n: number;
  readonly score: number;
}

/**
 * Has the database find what is nearest, by an index of each store. Only documents that the gateway knows to be of the store,
 * read to their end and sought are named to it: filters are over what lies sealed.
 */
@Injectable()
export class DatabaseIndex implements PassageIndex {
  constructor(
    private readonly database: Database,
    private readonly extension: VectorExtension,
    private readonly found: StoreDocuments,
    private readonly stores: KnowledgeStores,
  ) {}

  /** @throws IndexUnusable */
  async nearest(
    store: StoreRow,
    sought: Sought,
    ended: Cancellation,
  ): Promise<readonly FoundPassage[]> {
    const state = await this.extension.state();
    if (state.kind !== 'ready') throw new IndexUnusable(state.kind);
    let row: StoreRow | undefined = store;
    for (let tries = 0; tries < TRIES_MAX && row; tries++) {
      const found = await this.find(row, namesOf(row, state.schema), { sought, ended });
      if (found) return bestOf(found, sought.count);
      const { revision }: StoreRow = row;
      row = await this.stores.find(store.organisationId, store.id);
      if (row?.revision === revision) throw new IndexUnusable('vectors are missing');
    }
    if (!row) return []; // It is gone, and so is what was in it.
    throw new IndexUnusable('it changes all the time');
  }

  /** @returns undefined where the index was made anew, or there are fewer vectors than passages */
  private async find(
    store: StoreRow,
    names: VectorTableNames,
    { sought, ended }: { readonly sought: Sought; readonly ended: Cancellation },
  ): Promise<readonly FoundPassage[] | undefined> {
    const { documents, table } = await this.found.of(store);
    if (store.dimensions !== sought.vectors[0]?.length) throw new IndexUnusable('other vectors');
    if (!isIndexable(store) || documents.some(({ isIndexed }) => !isIndexed)) {
      throw new IndexUnusable('it is not whole');
    }
    const isSought = await runInSlices(soughtOf(documents, sought.filter), ended);
    const wanted = documents.filter((_, at) => isSought[at]);
    const passages = wanted.reduce((sum, one) => sum + one.passages, 0);
    if (passages === 0) return [];
    const asked: Asked = {
      names,
      table,
      ids: uuidArray(wanted.map(({ id }) => id)),
      count: sought.count,
    };
    const isNarrowed = wanted.length < documents.length;
    const scannedMax = isNarrowed ? STORE_PASSAGES_MAX : SCANNED_PASSAGES_MAX;
    const least = Math.min(asked.count, passages);
    const byId = new Map(wanted.map((document) => [document.id, document]));
    const all: FoundPassage[] = [];
    for (const vector of sought.vectors) {
      if (ended.reason) throw ended.reason;
      const rows = await this.ask(asked, vector, { isFew: passages <= scannedMax, least });
      if (!rows || rows.length < least) return undefined;
      all.push(...passagesOf(rows, byId, sought));
    }
    return all;
  }

  private async ask(
    asked: Asked,
    vector: Float32Array,
    { isFew, least }: { readonly isFew: boolean; readonly least: number },
  ): Promise<readonly Row[] | undefined> {
    const run = (how: Statement) =>
      this.database.transaction(async (tx) => {
        const [now] = await tx.query<Pick<Asked, 'table'>>(how, [asked.names.table]);
        return now?.table === asked.table ? askFor(tx, asked, vector) : undefined;
      });
    try {
      if (!isFew) {
        const rows = await run(BY_INDEX);
        if (!rows || rows.length >= least) return rows;
      }
      return await run(ONE_BY_ONE); // Few, or so far from what is sought that the index gave up.
    } catch (fault) {
      if (!isUnusable(fault)) throw fault;
      this.extension.askAgain();
      throw new IndexUnusable('the database did not answer', { cause: fault });
    }
  }
}

interface Asked {
  readonly names: VectorTableNames;
  /** That the documents were indexed in: rows of one that was made anew are not all yet. */
  readonly table: StoreContent['table'];
  readonly ids: Buffer;
  readonly count: number;
}

function askFor(
  tx: Tx,
  { names, ids, count }: Asked,
  vector: Float32Array,
): Promise<readonly Row[]> {
  const { table, indexed, indexedType, vectorType, distance } = names;
  const text = `SELECT document_id AS id, n, 1 - (embedding ${distance} $1::text::${vectorType}) AS score FROM ${table}
    WHERE document_id = ANY($2::uuid[]) ORDER BY ${indexed} ${distance} $1::text::${indexedType} LIMIT $3`;
  // Under no name: a connection would keep a plan for each store.
  return tx.query<Row>({ name: '', text }, [textOf(vector), ids, count + CANDIDATES_MORE]);
}

const passagesOf = (
  rows: readonly Row[],
  byId: ReadonlyMap<string, FoundIn>,
  { scoreMin }: Sought,
): readonly FoundPassage[] =>
  rows.flatMap(({ id, n, score }) => {
    const document = byId.get(id);
    return document && score >= scoreMin ? [{ document, n, score }] : [];
  });
