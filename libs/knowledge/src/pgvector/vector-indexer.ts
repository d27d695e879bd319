import { Injectable } from '@nestjs/common';
import type { Cancellation } from '#kernel';
import { Database, intArray, textArray, type Queries, type Statement, type Tx } from '#platform';
import { KnowledgeDocuments, type DocumentRow } from '../keep/documents.js';
import { isIndexable, type StoreRow } from '../keep/stores.js';
import { isGone } from './index-unusable.js';
import { VectorExtension } from './vector-extension.js';
import { namesOf, textOf, type VectorTableNames } from './vector-table.js';

export type Indexed = Pick<DocumentRow, 'id' | 'organisationId' | 'storeId' | 'passages'>;

const statement = (name: string, text: string): Statement => ({
  name: `knowledge-index-${name}`,
  text,
});

const MAKE = statement('make', 'SELECT gw_make_vectors($1, $2)');
/** In the order of whoever deletes them, so that neither waits for the other. A store that is noted is revised. */
const HOLD_STORE = statement(
  'hold-store',
  `SELECT FROM knowledge_store WHERE id = $1 AND engine = 'pgvector' FOR NO KEY UPDATE`,
);
const HOLD_DOCUMENT = statement(
  'hold-document',
  'SELECT FROM knowledge_document WHERE id = $1 FOR KEY SHARE',
);
const NOTE = statement(
  'note',
  `INSERT INTO gw_vectors.document (document_id, store_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
);
/** Once for all documents that were indexed anew: each change has whoever searches read the store again. */
const REVISE = statement(
  'revise',
  `UPDATE knowledge_store SET revision = revision + 1 WHERE id = $1 AND NOT EXISTS (
    SELECT FROM knowledge_document d LEFT JOIN gw_vectors.document i ON i.document_id = d.id
    WHERE d.store_id = $1 AND d.status = 'completed' AND i.document_id IS NULL)`,
);

/**
 * Copies vectors of documents into the index of the database, where their store is to have one. What was copied stays through a
 * kill: whoever goes on does so behind it.
 */
@Injectable()
export class VectorIndexer {
  constructor(
    private readonly database: Database,
    private readonly documents: KnowledgeDocuments,
    private readonly extension: VectorExtension,
  ) {}

  /**
   * All vectors of a document that has all of them.
   * @returns false where they are not to be indexed, or cannot be now
   * @throws the reason that it ended for; where the database is away, or a row was changed in it
   */
  async add(
    store: Pick<StoreRow, 'id' | 'engine' | 'dimensions'>,
    document: Indexed,
    ended: Cancellation,
  ): Promise<boolean> {
    if (store.engine !== 'pgvector' || !isIndexable(store)) return false;
    const state = await this.extension.state();
    if (state.kind !== 'ready') return false;
    try {
      await this.database.query(MAKE, [store.id, store.dimensions]);
      const target = { names: namesOf(store, state.schema), width: store.dimensions ?? 0 };
      return await this.copy(target, document, ended);
    } catch (fault) {
      if (!isGone(fault)) throw fault;
      this.extension.askAgain();
      return false;
    }
  }

  private async copy(
    { names, width }: { readonly names: VectorTableNames; readonly width: number },
    document: Indexed,
    ended: Cancellation,
  ): Promise<boolean> {
    const copied = await countOf(this.database, names, document);
    for await (const { first, floats } of this.documents.vectorsOf(document, copied)) {
      if (ended.reason) throw ended.reason;
      const columns = columnsOf(first, floats, width);
      if (!(await this.copyBatch(names, document, columns))) return false;
    }
    return this.note(names, document);
  }

  private copyBatch(
    { table, vectorType }: VectorTableNames,
    document: Indexed,
    columns: readonly Buffer[],
  ): Promise<boolean> {
    const text = `INSERT INTO ${table} (document_id, n, embedding)
      SELECT $1, v.n, v.embedding::${vectorType} FROM unnest($2::int[], $3::text[]) AS v (n, embedding)
      ON CONFLICT DO NOTHING`;
    return this.whileWanted(document, async (tx) => {
      await tx.query({ name: '', text }, [document.id, ...columns]);
      return true;
    });
  }

  private note(names: VectorTableNames, document: Indexed): Promise<boolean> {
    return this.whileWanted(document, async (tx) => {
      if ((await countOf(tx, names, document)) !== document.passages) return false; // The table was made anew.
      await tx.query(NOTE, [document.id, document.storeId]);
      await tx.query(REVISE, [document.storeId]);
      return true;
    });
  }

  /** @returns false where the document was deleted, or its store is to have no index any more */
  private whileWanted(
    { id, storeId }: Indexed,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if ((await tx.query(HOLD_STORE, [storeId])).length === 0) return false;
      if ((await tx.query(HOLD_DOCUMENT, [id])).length === 0) return false;
      return work(tx);
    });
  }
}

async function countOf(
  queries: Queries,
  { table }: VectorTableNames,
  { id }: Indexed,
): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM ${table} WHERE document_id = $1`;
  const [row] = await queries.query<{ count: number }>({ name: '', text }, [id]);
  return row?.count ?? 0;
}

/** Places and vectors of passages, as arrays. */
function columnsOf(first: number, floats: Float32Array, width: number): readonly Buffer[] {
  const count = floats.length / width;
  const places = Array.from({ length: count }, (_, at) => first + at);
  const texts = places.map((_, at) => textOf(floats.subarray(at * width, (at + 1) * width)));
  return [intArray(places), textArray(texts)];
}
