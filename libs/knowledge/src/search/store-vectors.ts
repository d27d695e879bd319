import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OrganisationId } from '#kernel';
import { Database, type Statement } from '#platform';
import { KnowledgeDocuments, type DocumentHead, type DocumentRow } from '../keep/documents.js';
import { KnowledgeSealing } from '../keep/sealing.js';
import type { StoreRow } from '../keep/stores.js';
import { VECTOR_BYTES_MAX } from '../limits.js';
import type { VectorTable } from './nearest.js';

/** All vectors of a store, and which passage of which document each belongs to. */
export interface LoadedVectors extends VectorTable {
  readonly documents: readonly LoadedDocument[];
}

export interface LoadedDocument extends DocumentHead {
  readonly id: string;
  /** Which of the vectors is that of its first passage. */
  readonly first: number;
  readonly passages: number;
}

const COMPLETED: Statement = {
  name: 'knowledge-completed',
  text: `SELECT id, org_id AS "organisationId", sealed, passages FROM knowledge_document
    WHERE store_id = $1 AND status = 'completed' ORDER BY id`,
};
const VECTORS: Statement = {
  name: 'knowledge-vectors',
  text: 'SELECT first, sealed FROM knowledge_vectors WHERE document_id = $1 ORDER BY first',
};
const THERE: Statement = {
  name: 'knowledge-there',
  text: 'SELECT FROM knowledge_document WHERE id = $1',
};

interface Held {
  readonly revision: string;
  readonly loading: Promise<LoadedVectors>;
  /** 0 until it is known how much they are. */
  bytes: number;
}

/**
 * Vectors of the stores that were searched last, in memory: they are read and opened once for each change, one store after
 * the other, so that no more than one is held beyond the bound.
 */
@Injectable()
export class StoreVectors {
  private readonly held = new Map<string, Held>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly documents: KnowledgeDocuments,
    private readonly sealing: KnowledgeSealing,
  ) {}

  /** @throws where the database is away, or a row was changed in it */
  of(store: StoreRow): Promise<LoadedVectors> {
    const known = this.held.get(store.id);
    this.held.delete(store.id);
    const held = known?.revision === store.revision ? known : this.begin(store);
    this.held.set(store.id, held); // The last one, as the one that was used last.
    return held.loading;
  }

  private begin(store: StoreRow): Held {
    const before = this.last;
    const held: Held = {
      revision: store.revision,
      bytes: 0,
      loading: before.then(() => this.load(store, (bytes) => this.makeRoom(held, bytes))),
    };
    this.last = held.loading.catch(() => {
      if (this.held.get(store.id) === held) this.held.delete(store.id);
    });
    return held;
  }

  /** The least lately searched go. */
  private makeRoom(held: Held, bytes: number): void {
    held.bytes = bytes;
    let sum = [...this.held.values()].reduce((all, one) => all + one.bytes, 0);
    for (const [id, one] of this.held) {
      if (sum <= VECTOR_BYTES_MAX) break;
      if (one === held) continue;
      sum -= one.bytes;
      this.held.delete(id);
    }
  }

  private async load(
    { id, organisationId, dimensions }: StoreRow,
    take: (bytes: number) => void,
  ): Promise<LoadedVectors> {
    const rows = await this.database.query<DocumentRow>(COMPLETED, [id]);
    const documents: LoadedDocument[] = [];
    let count = 0;
    for (const row of rows) {
      const head = await this.documents.headOf(row);
      documents.push({ ...head, id: row.id, first: count, passages: row.passages ?? 0 });
      count += row.passages ?? 0;
    }
    const width = dimensions ?? 0;
    take(count * width * Float32Array.BYTES_PER_ELEMENT);
    const values = new Float32Array(count * width);
    const there: LoadedDocument[] = [];
    for (const document of documents) {
      if (await this.read(organisationId, document, width, values)) there.push(document);
    }
    return { dimensions: width, values, documents: there };
  }

  /** @returns false where it was deleted since it was listed */
  private async read(
    organisationId: OrganisationId,
    { id, first, passages }: LoadedDocument,
    width: number,
    values: Float32Array,
  ): Promise<boolean> {
    const rows = await this.database.query<{ first: number; sealed: Buffer }>(VECTORS, [id]);
    let seen = 0;
    for (const row of rows) {
      const bytes = await this.sealing.open(
        organisationId,
        `${id}/vectors/${row.first}`,
        row.sealed,
      );
      const floats = new Float32Array(new Uint8Array(bytes).buffer);
      if (row.first !== seen || floats.length % width !== 0) throw new Error(DAMAGED);
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
