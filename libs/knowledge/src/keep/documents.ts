import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Ids, type ErrorKey, type OrganisationId } from '#kernel';
import { byteaArray, Database, intArray, type Statement, type Tx } from '#platform';
import type { Attributes } from '../attributes.js';
import {
  AGAIN_MS,
  AGAIN_MS_MAX,
  DOCUMENTS_MAX,
  DOCUMENTS_WAITING_MAX,
  EMBED_BATCH,
  SILENT_MS,
} from '../limits.js';
import type { Passage } from '../passages/split-passages.js';
import { KnowledgeSealing, piecesOf } from './sealing.js';
import { passagesMaxOf, type StoreRow } from './stores.js';

export type DocumentStatus = 'queued' | 'in_progress' | 'completed' | 'failed';

/** What its uploader said of a document. */
export interface DocumentHead {
  readonly filename: string;
  readonly mediaType: string;
  readonly attributes: Attributes;
}

/** A document as it is kept, apart from its text. */
export interface DocumentRow {
  readonly id: string;
  readonly storeId: string;
  readonly organisationId: OrganisationId;
  readonly memberId: string;
  readonly workloadId: string;
  readonly sealed: Buffer;
  readonly bytes: string;
  readonly status: DocumentStatus;
  /** Null until its text was split. */
  readonly passages: number | null;
  readonly embedded: number;
  readonly error: string | null;
  readonly tries: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** A document as it is added. */
export interface NewDocument extends DocumentHead {
  readonly organisationId: OrganisationId;
  readonly storeId: string;
  readonly memberId: string;
  readonly workloadId: string;
  readonly bytes: Uint8Array;
}

/** The same, before a transaction begins. */
export interface PreparedDocument extends NewDocument {
  readonly id: string;
  readonly digest: Buffer;
  /** Its head. */
  readonly sealed: Buffer;
}

/** Vectors that one call made, one after the other. */
export interface VectorBatch {
  /** The passage that the first of them is of. */
  readonly first: number;
  readonly floats: Float32Array;
}

const VECTOR_ROWS = 32; // 4 MB of vectors of 1,024 numbers.

/** It is there now; or was before, with the same bytes; or there is no room for it. */
export type Added =
  | { readonly kind: 'new' | 'known'; readonly id: string }
  | { readonly kind: 'store_gone' | 'store_full' | 'too_many_wait' };

const COLUMNS = `id, store_id AS "storeId", org_id AS "organisationId", member_id AS "memberId",
  workload_id AS "workloadId", sealed, bytes, status, passages, embedded, error, tries,
  created_at AS "createdAt", ended_at AS "endedAt"`;

const statement = (name: string, text: string): Statement => ({
  name: `knowledge-document-${name}`,
  text,
});

/** Before a row of a document, whoever it is: two that go the other way round would wait for each other. */
const LOCK_STORE = statement(
  'lock-store',
  'SELECT engine, dimensions FROM knowledge_store WHERE id = $1 AND org_id = $2 FOR UPDATE',
);
const ROOM = statement(
  'room',
  `SELECT count(*) FILTER (WHERE store_id = $2)::int AS documents,
      coalesce(sum(passages) FILTER (WHERE store_id = $2), 0)::int AS passages,
      count(*) FILTER (WHERE status IN ('queued', 'in_progress'))::int AS waiting
    FROM knowledge_document WHERE org_id = $1`,
);
const BY_DIGEST = statement(
  'by-digest',
  `SELECT ${COLUMNS} FROM knowledge_document WHERE store_id = $1 AND digest = $2`,
);
const INSERT = statement(
  'insert',
  `INSERT INTO knowledge_document (id, store_id, org_id, member_id, workload_id, digest, sealed, bytes, status,
      due_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $9)`,
);
const INSERT_SOURCE = statement(
  'insert-source',
  'INSERT INTO knowledge_source (document_id, n, sealed) VALUES ($1, $2, $3)',
);
const LIST = statement(
  'list',
  `SELECT ${COLUMNS} FROM knowledge_document WHERE org_id = $1 AND store_id = $2
      AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
);
const FIND = statement(
  'find',
  `SELECT ${COLUMNS} FROM knowledge_document WHERE org_id = $1 AND store_id = $2 AND id = $3`,
);
const DELETE = statement(
  'delete',
  'DELETE FROM knowledge_document WHERE org_id = $1 AND store_id = $2 AND id = $3 RETURNING id',
);
const REVISE = statement(
  'revise',
  'UPDATE knowledge_store SET revision = revision + 1 WHERE id = $1',
);
const SILENT = `status = 'in_progress' AND seen_at < $1::timestamptz - interval '${SILENT_MS} milliseconds'`;
const WAITING = statement(
  'waiting',
  `SELECT id FROM knowledge_document
    WHERE (status = 'queued' AND due_at <= $1::timestamptz) OR (${SILENT}) ORDER BY due_at LIMIT $2`,
);
const CLAIM = statement(
  'claim',
  `UPDATE knowledge_document SET status = 'in_progress', runner = $3, seen_at = $1::timestamptz, tries = tries + 1
    WHERE id = $2 AND ((status = 'queued' AND due_at <= $1::timestamptz) OR (${SILENT})) RETURNING ${COLUMNS}`,
);
const MINE = `id = $1 AND runner = $2 AND status = 'in_progress'`;
const BEAT = statement(
  'beat',
  `UPDATE knowledge_document SET seen_at = $3::timestamptz WHERE ${MINE} RETURNING id`,
);
const HOLD = statement('hold', `SELECT id FROM knowledge_document WHERE ${MINE} FOR UPDATE`);
const SOURCE = statement(
  'source',
  'SELECT sealed FROM knowledge_source WHERE document_id = $1 AND n = $2',
);
const DELETE_SOURCE = statement(
  'delete-source',
  'DELETE FROM knowledge_source WHERE document_id = $1',
);
const INSERT_PASSAGES = statement(
  'insert-passages',
  `INSERT INTO knowledge_passage (document_id, n, tokens, sealed)
    SELECT $1, p.* FROM unnest($2::int[], $3::int[], $4::bytea[]) AS p`,
);
const SPLIT = statement('split', `UPDATE knowledge_document SET passages = $3 WHERE ${MINE}`);
/** Of a document that is there: of one that was deleted they are for a while, and nobody is shown them. */
const PASSAGES = statement(
  'passages',
  `SELECT n, tokens, sealed FROM knowledge_passage WHERE document_id = $1 AND n >= $2
      AND EXISTS (SELECT FROM knowledge_document WHERE id = $1) ORDER BY n LIMIT $3`,
);
const TOKENS = statement(
  'tokens',
  'SELECT coalesce(sum(tokens), 0)::int AS tokens FROM knowledge_passage WHERE document_id = $1 AND n >= $2',
);
const EMBEDDED = statement(
  'embedded',
  `UPDATE knowledge_document SET embedded = $4, seen_at = $5::timestamptz, tries = 1
    WHERE ${MINE} AND embedded = $3 RETURNING id`,
);
const MEASURE = statement(
  'measure',
  `UPDATE knowledge_store SET dimensions = $2 WHERE id = $1 AND (coalesce(dimensions, $2) = $2 OR NOT EXISTS
      (SELECT FROM knowledge_vectors v JOIN knowledge_document d ON d.id = v.document_id WHERE d.store_id = $1)) RETURNING id`,
);
const INSERT_VECTORS = statement(
  'insert-vectors',
  'INSERT INTO knowledge_vectors (document_id, first, sealed) VALUES ($1, $2, $3)',
);
const VECTORS = statement(
  'vectors',
  'SELECT first, sealed FROM knowledge_vectors WHERE document_id = $1 AND first >= $2 ORDER BY first LIMIT $3',
);
const COMPLETE = statement(
  'complete',
  `UPDATE knowledge_document SET status = 'completed', runner = NULL, error = NULL, ended_at = $3::timestamptz
    WHERE ${MINE} AND embedded = passages RETURNING id`,
);
const FAIL = statement(
  'fail',
  `UPDATE knowledge_document SET status = 'failed', runner = NULL, error = $4, ended_at = $3::timestamptz
    WHERE ${MINE}`,
);
const HAND_BACK = statement(
  'hand-back',
  `UPDATE knowledge_document SET status = 'queued', runner = NULL, error = $4, due_at = $3::timestamptz,
      tries = tries - $5
    WHERE ${MINE}`,
);
const AGAIN = statement(
  'again',
  `UPDATE knowledge_document SET status = 'queued', error = NULL, tries = 0, due_at = $4::timestamptz, ended_at = NULL,
      member_id = $5, workload_id = $6
    WHERE org_id = $1 AND store_id = $2 AND id = $3 AND status = 'failed' RETURNING id`,
);

type LockedStore = Pick<StoreRow, 'engine' | 'dimensions'>;

/** Documents of stores, in the database that can read nothing of them. */
@Injectable()
export class KnowledgeDocuments {
  constructor(
    private readonly database: Database,
    private readonly sealing: KnowledgeSealing,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** What takes time, and may ask the database for the data key, while nobody waits for the store. */
  async prepare(wanted: NewDocument): Promise<PreparedDocument> {
    const { organisationId, storeId, bytes, filename, mediaType, attributes } = wanted;
    const id = this.ids.id();
    const head = Buffer.from(JSON.stringify({ filename, mediaType, attributes }));
    const digest = await this.sealing.digestOf(organisationId, storeId, bytes);
    const sealed = await this.sealing.seal(organisationId, `${id}/head`, head);
    return { ...wanted, id, digest, sealed };
  }

  /** The same bytes twice are one document; one that failed is tried again. */
  async add(tx: Tx, added: PreparedDocument): Promise<Added> {
    const { id, organisationId, storeId, bytes, digest } = added;
    const [store] = await tx.query<LockedStore>(LOCK_STORE, [storeId, organisationId]);
    if (!store) return { kind: 'store_gone' };
    const [known] = await tx.query<DocumentRow>(BY_DIGEST, [storeId, digest]);
    if (known) {
      await this.again(tx, { ...added, id: known.id });
      return { kind: 'known', id: known.id };
    }
    const room = await this.roomOf(tx, organisationId, storeId);
    if (room.waiting >= DOCUMENTS_WAITING_MAX) return { kind: 'too_many_wait' };
    if (room.documents >= DOCUMENTS_MAX || room.passages >= passagesMaxOf(store)) {
      return { kind: 'store_full' };
    }
    await tx.query(INSERT, [
      id,
      storeId,
      organisationId,
      added.memberId,
      added.workloadId,
      digest,
      added.sealed,
      bytes.length,
      this.now(),
    ]);
    let n = 0;
    for (const piece of piecesOf(bytes)) {
      const sealed = await this.sealing.seal(organisationId, `${id}/source/${n}`, piece);
      await tx.query(INSERT_SOURCE, [id, n++, sealed]);
    }
    return { kind: 'new', id };
  }

  /** One that failed, from where it stood. @returns false where it has not failed, or is gone */
  async again(
    tx: Tx,
    wanted: Pick<NewDocument, 'organisationId' | 'storeId' | 'memberId' | 'workloadId'> & {
      readonly id: string;
    },
  ): Promise<boolean> {
    const { organisationId, storeId, id, memberId, workloadId } = wanted;
    const values = [organisationId, storeId, id, this.now(), memberId, workloadId];
    return (await tx.query(AGAIN, values)).length > 0;
  }

  /** Newest first. @param after the last of the page before */
  list(
    organisationId: OrganisationId,
    storeId: string,
    { limit, after }: { readonly limit: number; readonly after: string | undefined },
  ): Promise<readonly DocumentRow[]> {
    return this.database.query<DocumentRow>(LIST, [organisationId, storeId, after ?? null, limit]);
  }

  async find(
    organisationId: OrganisationId,
    storeId: string,
    id: string,
  ): Promise<DocumentRow | undefined> {
    const [row] = await this.database.query<DocumentRow>(FIND, [organisationId, storeId, id]);
    return row;
  }

  /** @throws where the row was changed in the database */
  async headOf({ organisationId, id, sealed }: DocumentRow): Promise<DocumentHead> {
    const head = await this.sealing.open(organisationId, `${id}/head`, sealed);
    return JSON.parse(head.toString()) as DocumentHead;
  }

  /** Its text and its vectors go behind it. @returns false where there was none */
  async remove(
    tx: Tx,
    organisationId: OrganisationId,
    storeId: string,
    id: string,
  ): Promise<boolean> {
    await tx.query(LOCK_STORE, [storeId, organisationId]);
    const gone = await tx.query(DELETE, [organisationId, storeId, id]);
    if (gone.length > 0) await tx.query(REVISE, [storeId]);
    return gone.length > 0;
  }

  /** That are due and that nobody works on, the longest waiting first. */
  async waiting(limit: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>(WAITING, [this.now(), limit]);
    return rows.map(({ id }) => id);
  }

  /** @returns undefined where somebody works on it, or it has ended */
  async claim(id: string, runner: string): Promise<DocumentRow | undefined> {
    const [row] = await this.database.query<DocumentRow>(CLAIM, [this.now(), id, runner]);
    return row;
  }

  /** @returns false where it is another's by now, or gone */
  async beat(id: string, runner: string): Promise<boolean> {
    return (await this.database.query(BEAT, [id, runner, this.now()])).length > 0;
  }

  /** The file as it was uploaded. @throws where a piece does not open, or there is none */
  async sourceOf({ organisationId, id, bytes }: DocumentRow): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let read = 0; read < Number(bytes);) {
      const n = pieces.length;
      const [row] = await this.database.query<{ sealed: Buffer }>(SOURCE, [id, n]);
      if (!row) throw new Error('A piece of the file is gone.');
      const piece = await this.sealing.open(organisationId, `${id}/source/${n}`, row.sealed);
      pieces.push(piece);
      read += piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** Its text in the place of its file. @returns what stands in the way */
  async split(
    { organisationId, storeId, id }: DocumentRow,
    runner: string,
    passages: readonly Passage[],
  ): Promise<'kept' | 'lost' | 'store_full'> {
    const sealed: Buffer[] = [];
    for (const [n, { text }] of passages.entries()) {
      sealed.push(await this.sealing.seal(organisationId, `${id}/passage/${n}`, Buffer.from(text)));
      if (n % EMBED_BATCH === 0) await nextTurn(); // Some millisecond of work.
    }
    return this.database.transaction(async (tx) => {
      const [store] = await tx.query<LockedStore>(LOCK_STORE, [storeId, organisationId]);
      if (!store || (await tx.query(HOLD, [id, runner])).length === 0) return 'lost';
      const room = await this.roomOf(tx, organisationId, storeId);
      if (room.passages + passages.length > passagesMaxOf(store)) return 'store_full';
      await tx.query(INSERT_PASSAGES, [
        id,
        intArray(passages.map((_, n) => n)),
        intArray(passages.map(({ tokens }) => tokens)),
        byteaArray(sealed),
      ]);
      await tx.query(DELETE_SOURCE, [id]);
      await tx.query(SPLIT, [id, runner, passages.length]);
      return 'kept';
    });
  }

  /** From the `n`th on. @throws where one does not open */
  async passagesOf(
    { organisationId, id }: Pick<DocumentRow, 'organisationId' | 'id'>,
    n: number,
    count: number,
  ): Promise<readonly Passage[]> {
    const rows = await this.database.query<{ n: number; tokens: number; sealed: Buffer }>(
      PASSAGES,
      [id, n, count],
    );
    const passages: Passage[] = [];
    for (const { n: at, tokens, sealed } of rows) {
      const text = await this.sealing.open(organisationId, `${id}/passage/${at}`, sealed);
      passages.push({ text: text.toString(), tokens });
    }
    return passages;
  }

  /** Estimated, of the passages from the `n`th on. */
  async tokensFrom(id: string, n: number): Promise<number> {
    const [row] = await this.database.query<{ tokens: number }>(TOKENS, [id, n]);
    return row?.tokens ?? 0;
  }

  /**
   * Vectors of the passages from `first` on, each of length 1.
   * @returns what stands in the way: `differ` where the store has others. One that has none takes any: what its model made once,
   * or made wrongly, binds nobody whose documents are gone
   */
  async keepVectors(
    { organisationId, storeId, id }: DocumentRow,
    runner: string,
    first: number,
    vectors: readonly Float32Array[],
  ): Promise<'kept' | 'lost' | 'differ'> {
    const dimensions = vectors[0]?.length ?? 0;
    const bytes = Buffer.concat(vectors.map(bytesOf));
    const sealed = await this.sealing.seal(organisationId, `${id}/vectors/${first}`, bytes);
    return this.database.transaction(async (tx) => {
      await tx.query(LOCK_STORE, [storeId, organisationId]); // So that no others are kept meanwhile.
      if ((await tx.query(MEASURE, [storeId, dimensions])).length === 0) return 'differ';
      const until = first + vectors.length;
      const mine = await tx.query(EMBEDDED, [id, runner, first, until, this.now()]);
      if (mine.length === 0) return 'lost';
      await tx.query(INSERT_VECTORS, [id, first, sealed]);
      return 'kept';
    });
  }

  /**
   * Its vectors from the `first` passage on, which one of the calls that embedded it began with.
   * @throws where some do not open
   */
  async *vectorsOf(
    { organisationId, id }: Pick<DocumentRow, 'organisationId' | 'id'>,
    first: number,
  ): AsyncGenerator<VectorBatch> {
    for (let from = first; ;) {
      const rows = await this.database.query<{ first: number; sealed: Buffer }>(VECTORS, [
        id,
        from,
        VECTOR_ROWS,
      ]);
      for (const row of rows) {
        const place = `${id}/vectors/${row.first}` as const;
        const bytes = await this.sealing.open(organisationId, place, row.sealed);
        yield { first: row.first, floats: new Float32Array(new Uint8Array(bytes).buffer) };
        from = row.first + 1;
      }
      if (rows.length < VECTOR_ROWS) return;
    }
  }

  /** From then on it is found. */
  async complete({ id, storeId, organisationId }: DocumentRow, runner: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(LOCK_STORE, [storeId, organisationId]);
      const done = await tx.query(COMPLETE, [id, runner, this.now()]);
      if (done.length > 0) await tx.query(REVISE, [storeId]);
    });
  }

  async fail({ id }: DocumentRow, runner: string, error: ErrorKey): Promise<void> {
    await this.database.query(FAIL, [id, runner, this.now(), error]);
  }

  /** For whoever takes it next. @param error why it waits; null where its process ends, and the try does not count */
  async handBack(
    { id, tries }: DocumentRow,
    runner: string,
    error: ErrorKey | null,
  ): Promise<void> {
    const waitMs = error === null ? 0 : Math.min(AGAIN_MS * 2 ** tries, AGAIN_MS_MAX);
    const dueAt = new Date(this.clock.nowMs() + waitMs);
    await this.database.query(HAND_BACK, [id, runner, dueAt, error, error === null ? 1 : 0]);
  }

  private async roomOf(tx: Tx, organisationId: OrganisationId, storeId: string) {
    const [room] = await tx.query<{ documents: number; passages: number; waiting: number }>(ROOM, [
      organisationId,
      storeId,
    ]);
    return room ?? { documents: 0, passages: 0, waiting: 0 };
  }

  private now(): Date {
    return new Date(this.clock.nowMs());
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
