import { Injectable, Logger } from '@nestjs/common';
import { Cancellation, Clock } from '#kernel';
import { Database, isDatabaseOutage, type Statement } from '#platform';
import type { StoreRow } from '../keep/stores.js';
import { INDEXED_DIMENSIONS_MAX, KEEP_MS } from '../limits.js';
import { VectorExtension } from './vector-extension.js';
import { VectorIndexer, type Indexed } from './vector-indexer.js';

/** Tables went with their extension, or lost the column of its type. Stores are held first, in the order of all who change them. */
const FORGET_LOST: Statement = {
  name: 'knowledge-index-forget-lost',
  text: `WITH lost AS (
      SELECT s.id FROM knowledge_store s WHERE s.engine = 'pgvector' AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = to_regclass('gw_vectors.' || gw_vectors.table_of(s.id))
          AND a.attname = 'embedding' AND NOT a.attisdropped)
      AND EXISTS (SELECT FROM gw_vectors.document i WHERE i.store_id = s.id)
      ORDER BY s.id FOR NO KEY UPDATE OF s),
    forgotten AS (DELETE FROM gw_vectors.document i USING lost WHERE i.store_id = lost.id RETURNING i.store_id)
    UPDATE knowledge_store SET revision = revision + 1 WHERE id IN (SELECT store_id FROM forgotten)`,
};
/** By chance, so that several replicas seldom take the same one. */
const LACKING: Statement = {
  name: 'knowledge-index-lacking',
  text: `SELECT d.id, d.org_id AS "organisationId", d.store_id AS "storeId", d.passages, s.engine, s.dimensions
    FROM knowledge_store s JOIN knowledge_document d ON d.store_id = s.id LEFT JOIN gw_vectors.document i ON i.document_id = d.id
    WHERE s.engine = 'pgvector' AND s.dimensions <= $1 AND d.status = 'completed' AND i.document_id IS NULL
    ORDER BY random() LIMIT 1`,
};

type Lacking = Indexed & Pick<StoreRow, 'engine' | 'dimensions'>;

/**
 * Has every document in the index that belongs there, whatever happened to it: a store got its index later, a backup was
 * restored, the extension was away. Any number of replicas may do so.
 */
@Injectable()
export class IndexKeeper {
  private readonly logger = new Logger('knowledge');
  private stopLooking: () => void = () => undefined;
  private working: Promise<void> | undefined;
  private ended = new Cancellation();

  constructor(
    private readonly database: Database,
    private readonly extension: VectorExtension,
    private readonly indexer: VectorIndexer,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.ended = new Cancellation();
    this.stopLooking = this.clock.every(KEEP_MS, () => this.look());
    this.look();
  }

  async stop(): Promise<void> {
    this.stopLooking();
    this.ended.cancel(new Error('stopping'));
    await this.working;
  }

  private look(): void {
    this.working ??= this.keep()
      .catch((fault: unknown) => {
        if (this.ended.isCancelled || isDatabaseOutage(fault)) return; // The next look comes.
        this.logger.error(
          `index of vectors: ${fault instanceof Error ? fault.message : 'unknown'}`,
        );
      })
      .finally(() => (this.working = undefined));
  }

  private async keep(): Promise<void> {
    if ((await this.extension.state()).kind !== 'ready') return;
    await this.database.query(FORGET_LOST);
    while (!this.ended.isCancelled) {
      const [row] = await this.database.query<Lacking>(LACKING, [INDEXED_DIMENSIONS_MAX]);
      if (!row) return;
      const store = { id: row.storeId, engine: row.engine, dimensions: row.dimensions };
      if (!(await this.indexer.add(store, row, this.ended))) return;
    }
  }
}
