import { Injectable } from '@nestjs/common';
import { Clock, Ids, type OrganisationId } from '#kernel';
import { Database, uuidArray, type Statement, type Tx } from '#platform';
import {
  INDEXED_DIMENSIONS_MAX,
  INDEXED_PASSAGES_MAX,
  STORE_PASSAGES_MAX,
  STORES_MAX,
} from '../limits.js';

/** What finds passages: the gateway looks at all of them, or an index of the database where vectors lie in the clear. */
export type Engine = 'exact' | 'pgvector';
export const ENGINES: readonly Engine[] = ['exact', 'pgvector'];

/** A store as it is kept. */
export interface StoreRow {
  readonly id: string;
  readonly organisationId: OrganisationId;
  readonly name: string;
  /** `provider/model`: no alias, since vectors of two models say nothing to each other. */
  readonly embeddingModel: string;
  readonly passageTokens: number;
  readonly overlapTokens: number;
  readonly engine: Engine;
  /** Null until there is a vector. */
  readonly dimensions: number | null;
  /** Of what search reads. */
  readonly revision: string;
  /** Of what people change. */
  readonly version: number;
  readonly createdAt: Date;
}

/** The same with what is in it. */
export interface StoreSummary extends StoreRow {
  /** Of documents as they were uploaded. */
  readonly bytes: number;
  readonly passages: number;
  readonly open: number;
  readonly completed: number;
  readonly failed: number;
  /** Documents whose vectors stand in an index of the database. */
  readonly indexed: number;
}

export type NewStore = Pick<
  StoreRow,
  'name' | 'embeddingModel' | 'passageTokens' | 'overlapTokens' | 'engine'
>;

/** Its id, or what stood in the way. */
export type Made = { readonly id: string } | { readonly fault: 'name_taken' | 'too_many' };

const COLUMNS = `s.id, s.org_id AS "organisationId", s.name, s.embedding_model AS "embeddingModel",
  s.passage_tokens AS "passageTokens", s.overlap_tokens AS "overlapTokens", s.engine, s.dimensions, s.revision, s.version,
  s.created_at AS "createdAt"`;

const statement = (name: string, text: string): Statement => ({ name: `knowledge-${name}`, text });

const LIST = statement(
  'stores',
  `SELECT ${COLUMNS}, coalesce(sum(d.bytes), 0)::float8 AS bytes, coalesce(sum(d.passages), 0)::int AS passages,
      count(d.id) FILTER (WHERE d.status IN ('queued', 'in_progress'))::int AS open,
      count(d.id) FILTER (WHERE d.status = 'completed')::int AS completed,
      count(d.id) FILTER (WHERE d.status = 'failed')::int AS failed,
      (SELECT count(*)::int FROM gw_vectors.document i WHERE i.store_id = s.id) AS indexed
    FROM knowledge_store s LEFT JOIN knowledge_document d ON d.store_id = s.id
    WHERE s.org_id = $1 AND ($2::uuid[] IS NULL OR s.id = ANY($2))
    GROUP BY s.id ORDER BY s.name`,
);
const FIND = statement(
  'store',
  `SELECT ${COLUMNS} FROM knowledge_store s WHERE s.org_id = $1 AND s.id = $2`,
);
const NAMED = statement(
  'stores-named',
  `SELECT ${COLUMNS} FROM knowledge_store s WHERE s.org_id = $1 AND s.id = ANY($2) ORDER BY s.name`,
);
const COUNT = statement(
  'count-stores',
  'SELECT count(*)::int AS count FROM knowledge_store WHERE org_id = $1',
);
const INSERT = statement(
  'make-store',
  `INSERT INTO knowledge_store (id, org_id, name, embedding_model, passage_tokens, overlap_tokens, engine, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
);
const CHANGE = statement(
  'change-store',
  `UPDATE knowledge_store SET name = $4, engine = $5, version = version + 1 WHERE org_id = $1 AND id = $2 AND version = $3
    AND NOT EXISTS (SELECT FROM knowledge_store o WHERE o.org_id = $1 AND o.name = $4 AND o.id <> $2) RETURNING id`,
);
const PASSAGES = statement(
  'store-passages',
  'SELECT coalesce(sum(passages), 0)::int AS count FROM knowledge_document WHERE store_id = $1',
);
const DELETE = statement(
  'delete-store',
  'DELETE FROM knowledge_store WHERE org_id = $1 AND id = $2 RETURNING id',
);

/** Stores of documents. Who may see one is for who asks to say. */
@Injectable()
export class KnowledgeStores {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** By name. @param only those of these ids; null for all */
  list(
    organisationId: OrganisationId,
    only: readonly string[] | null,
  ): Promise<readonly StoreSummary[]> {
    const ids = only === null ? null : uuidArray(only);
    return this.database.query<StoreSummary>(LIST, [organisationId, ids]);
  }

  /** By name, without what is in them. */
  named(organisationId: OrganisationId, ids: readonly string[]): Promise<readonly StoreRow[]> {
    return this.database.query<StoreRow>(NAMED, [organisationId, uuidArray(ids)]);
  }

  async find(organisationId: OrganisationId, id: string): Promise<StoreRow | undefined> {
    const [row] = await this.database.query<StoreRow>(FIND, [organisationId, id]);
    return row;
  }

  async make(
    tx: Tx,
    organisationId: OrganisationId,
    { name, embeddingModel, passageTokens, overlapTokens, engine }: NewStore,
  ): Promise<Made> {
    const [there] = await tx.query<{ count: number }>(COUNT, [organisationId]);
    if ((there?.count ?? 0) >= STORES_MAX) return { fault: 'too_many' };
    const id = this.ids.id();
    const made = await tx.query(INSERT, [
      id,
      organisationId,
      name,
      embeddingModel,
      passageTokens,
      overlapTokens,
      engine,
      new Date(this.clock.nowMs()),
    ]);
    return made.length > 0 ? { id } : { fault: 'name_taken' };
  }

  /**
   * What is in an index is dropped from it at once where the engine is to be another.
   * @returns what stood in the way: another one has the name, or it has another version by now; or more is in it than is looked
   * at without an index
   */
  async change(
    tx: Tx,
    { organisationId, id, version, engine: before }: StoreRow,
    { name, engine }: Pick<StoreRow, 'name' | 'engine'>,
  ): Promise<'changed' | 'name_taken' | 'too_full'> {
    const changed = await tx.query(CHANGE, [organisationId, id, version, name, engine]);
    if (changed.length === 0) return 'name_taken';
    if (engine === before || engine !== 'exact') return 'changed';
    // Counted while the row is locked, so that no document adds to it meanwhile.
    const [passages] = await tx.query<{ count: number }>(PASSAGES, [id]);
    return (passages?.count ?? 0) > STORE_PASSAGES_MAX ? 'too_full' : 'changed';
  }

  /** With its documents, whose texts and vectors go behind them. @returns false where there was none */
  async remove(tx: Tx, organisationId: OrganisationId, id: string): Promise<boolean> {
    return (await tx.query(DELETE, [organisationId, id])).length > 0;
  }
}

/** Whether an index of the database takes vectors as long as those of the store. */
export const isIndexable = ({ dimensions }: Pick<StoreRow, 'dimensions'>): boolean =>
  dimensions !== null && dimensions <= INDEXED_DIMENSIONS_MAX;

/** That a store may hold. Until its first vector it is not known how long they are. */
export const passagesMaxOf = (store: Pick<StoreRow, 'engine' | 'dimensions'>): number =>
  store.engine === 'pgvector' && isIndexable(store) ? INDEXED_PASSAGES_MAX : STORE_PASSAGES_MAX;
