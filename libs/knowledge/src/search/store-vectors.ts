import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { failed } from '#kernel';
import { Database, type Statement } from '#platform';
import { KnowledgeDocuments } from '../keep/documents.js';
import type { StoreRow } from '../keep/stores.js';
import { STORE_PASSAGES_MAX, VECTOR_BYTES_MAX } from '../limits.js';
import { HeldByRevision } from './held-by-revision.js';
import type { VectorTable } from './nearest.js';
import { StoreDocuments, type FoundIn } from './store-documents.js';

/** All vectors of a store, and which passage of which document each belongs to. */
export interface LoadedVectors extends VectorTable {
  readonly documents: readonly LoadedDocument[];
}

export interface LoadedDocument extends FoundIn {
  /** Which of the vectors is that of its first passage. */
  readonly first: number;
}

const THERE: Statement = {
  name: 'knowledge-there',
  text: 'SELECT FROM knowledge_document WHERE id = $1',
};

/** Vectors of the stores that were searched last, opened and in memory. */
@Injectable()
export class StoreVectors {
  private readonly held: HeldByRevision<LoadedVectors>;

  constructor(
    private readonly database: Database,
    private readonly found: StoreDocuments,
    private readonly documents: KnowledgeDocuments,
  ) {
    this.held = new HeldByRevision(VECTOR_BYTES_MAX, (store, take) => this.load(store, take));
  }

  /** @throws index_unavailable where they are too many; where the database is away, or a row was changed in it */
  of(store: StoreRow): Promise<LoadedVectors> {
    return this.held.of(store);
  }

  private async load(store: StoreRow, take: (bytes: number) => void): Promise<LoadedVectors> {
    const documents: LoadedDocument[] = [];
    let count = 0;
    for (const document of (await this.found.of(store)).documents) {
      documents.push({ ...document, first: count });
      count += document.passages;
    }
    if (count > STORE_PASSAGES_MAX) throw failed('index_unavailable');
    const width = store.dimensions ?? 0;
    take(count * width * Float32Array.BYTES_PER_ELEMENT);
    const values = new Float32Array(count * width);
    const there: LoadedDocument[] = [];
    for (const document of documents) {
      if (await this.read(store, document, { width, values })) there.push(document);
    }
    return { dimensions: width, values, documents: there };
  }

  /** @returns false where it was deleted since it was listed */
  private async read(
    { organisationId }: StoreRow,
    { id, first, passages }: LoadedDocument,
    { width, values }: { readonly width: number; readonly values: Float32Array },
  ): Promise<boolean> {
    let seen = 0;
    for await (const batch of this.documents.vectorsOf({ organisationId, id }, 0)) {
      const { floats } = batch;
      if (batch.first !== seen || floats.length % width !== 0) throw new Error(DAMAGED);
      values.set(floats, (first + seen) * width);
      seen += floats.length / width;
      await nextTurn(); // A batch takes a millisecond, and there may be hundreds.
    }
    if (seen === passages) return true;
    if (seen === 0 && (await this.database.query(THERE, [id])).length === 0) return false;
    throw new Error(DAMAGED);
  }
}

const DAMAGED = 'Vectors of a document are not those that were kept.';
