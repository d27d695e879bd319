import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel';
import { Database, isDatabaseOutage, uuidArray, type Statement } from '#platform';

/** Some a step, so that a document of many passages and many documents of few go equally fast. */
const DOCUMENTS_STEP = 100;
/** Rows of one step, at most some 32 MB of each: a fraction of a second, in which nothing else is held. */
const ROWS_STEP = {
  knowledge_source: 32,
  knowledge_passage: 2_000,
  knowledge_vectors: 64,
} as const;
/** What somebody left behind, in another process or by a kill, is looked for this often. */
const LOOK_MS = 5_000;
/** Whoever deletes something waits for so long until nothing of it is left: most stores take less. */
const CLEAR_MS_MAX = 5_000;
/** Another process is at the rest of it. */
const OTHERS_MS = 50;

const statement = (name: string, text: string): Statement => ({
  name: `knowledge-remnants-${name}`,
  text,
});

/** Each by one process at a time; the others take the rest. */
const TAKE = statement(
  'take',
  `SELECT document_id AS id FROM knowledge_remnant WHERE $1::uuid IS NULL OR store_id = $1
    LIMIT ${DOCUMENTS_STEP} FOR UPDATE SKIP LOCKED`,
);
const DELETE: readonly Statement[] = Object.entries(ROWS_STEP).map(([table, rows]) =>
  statement(
    `delete-${table}`,
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE document_id = ANY($1::uuid[]) LIMIT ${rows}))`,
  ),
);
const FORGET = statement(
  'forget',
  `DELETE FROM knowledge_remnant r WHERE document_id = ANY($1::uuid[]) AND ${Object.keys(ROWS_STEP)
    .map((table) => `NOT EXISTS (SELECT FROM ${table} t WHERE t.document_id = r.document_id)`)
    .join(' AND ')}`,
);
const LEFT = statement('left', 'SELECT FROM knowledge_remnant WHERE store_id = $1 LIMIT 1');

/**
 * What is left of documents that are gone: no search finds it any more, and it is deleted some rows at a time. Whoever goes on
 * after a kill does so with what is there.
 */
@Injectable()
export class KnowledgeRemnants {
  private readonly logger = new Logger('knowledge');
  private stopLooking: () => void = () => undefined;
  private working: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.isStopping = false;
    this.stopLooking = this.clock.every(LOOK_MS, () => this.look());
    this.look();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopLooking();
    await this.working;
  }

  /** What is gone of a store, or all of it. @returns false where some is left, which is deleted in the background */
  async clear(storeId: string): Promise<boolean> {
    const endMs = this.clock.monotonicMs() + CLEAR_MS_MAX;
    try {
      while (this.clock.monotonicMs() < endMs) {
        if (await this.step(storeId)) continue;
        const left = await this.database.query(LEFT, [storeId]);
        if (left.length === 0) return true;
        await this.clock.sleep(OTHERS_MS);
      }
    } catch (fault) {
      if (!isDatabaseOutage(fault)) throw fault; // It is gone all the same, and the next look comes.
    }
    return false;
  }

  private look(): void {
    this.working ??= this.sweep()
      .catch((fault: unknown) => {
        if (isDatabaseOutage(fault)) return; // The next look comes.
        this.logger.error(
          `what is left of deleted documents: ${fault instanceof Error ? fault.message : 'unknown'}`,
        );
      })
      .finally(() => (this.working = undefined));
  }

  private async sweep(): Promise<void> {
    while (!this.isStopping && (await this.step(null)));
  }

  /** @returns whether there was something to take */
  private step(storeId: string | null): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const taken = await tx.query<{ id: string }>(TAKE, [storeId]);
      if (taken.length === 0) return false;
      const ids = uuidArray(taken.map(({ id }) => id));
      for (const some of DELETE) await tx.query(some, [ids]);
      await tx.query(FORGET, [ids]);
      return true;
    });
  }
}
