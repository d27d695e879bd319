import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '#platform';
import { KnowledgeDocuments, type DocumentHead, type DocumentRow } from '../keep/documents.js';
import type { StoreRow } from '../keep/stores.js';
import { HEAD_BYTES_MAX } from '../limits.js';
import { HeldByRevision } from './held-by-revision.js';

/** A document that is found, with what a filter asks for. */
export interface FoundIn extends DocumentHead {
  readonly id: string;
  readonly passages: number;
  /** All its vectors stand in the index of the database. */
  readonly isIndexed: boolean;
}

/** Documents of a store that are read to their end, in the order of their ids. */
export interface StoreContent {
  readonly documents: readonly FoundIn[];
  /** Of the table that their vectors are indexed in: one that was made anew is another. */
  readonly table: number | null;
}

const COMPLETED: Statement = {
  name: 'knowledge-completed',
  text: `SELECT d.id, d.org_id AS "organisationId", d.sealed, d.passages, i.document_id IS NOT NULL AS "isIndexed",
      to_regclass('gw_vectors.' || gw_vectors.table_of($1))::oid AS "table"
    FROM knowledge_document d LEFT JOIN gw_vectors.document i ON i.document_id = d.id
    WHERE d.store_id = $1 AND d.status = 'completed' ORDER BY d.id`,
};

type Completed = DocumentRow & Pick<FoundIn, 'isIndexed'> & Pick<StoreContent, 'table'>;

/** Documents of the stores that were searched last, in memory. */
@Injectable()
export class StoreDocuments {
  private readonly held: HeldByRevision<StoreContent>;

  constructor(
    private readonly database: Database,
    private readonly documents: KnowledgeDocuments,
  ) {
    this.held = new HeldByRevision(HEAD_BYTES_MAX, (store, take) => this.load(store, take));
  }

  /** @throws where the database is away, or a row was changed in it */
  of(store: StoreRow): Promise<StoreContent> {
    return this.held.of(store);
  }

  private async load({ id }: StoreRow, take: (bytes: number) => void): Promise<StoreContent> {
    const rows = await this.database.query<Completed>(COMPLETED, [id]);
    take(rows.reduce((sum, { sealed }) => sum + sealed.length, 0));
    const documents: FoundIn[] = [];
    for (const row of rows) {
      const head = await this.documents.headOf(row);
      const { id: document, passages, isIndexed } = row;
      documents.push({ ...head, id: document, passages: passages ?? 0, isIndexed });
    }
    return { documents, table: rows[0]?.table ?? null };
  }
}
