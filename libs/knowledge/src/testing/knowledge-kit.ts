import { ContentKeys } from '#content';
import { Cancellation, Ids, SystemEntropy } from '#kernel';
import { InstanceSecrets, loadConfig, Vault, type Database } from '#platform';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { seeded } from '../../../../test/support/seeded.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import type { Attributes } from '../attributes.js';
import { KnowledgeDocuments, type DocumentRow } from '../keep/documents.js';
import { KnowledgeRemnants } from '../keep/remnants.js';
import { KnowledgeSealing } from '../keep/sealing.js';
import { KnowledgeStores, type Engine, type StoreRow } from '../keep/stores.js';
import { EMBED_BATCH } from '../limits.js';
import { DatabaseIndex } from '../pgvector/database-index.js';
import { IndexKeeper } from '../pgvector/index-keeper.js';
import { VectorExtension } from '../pgvector/vector-extension.js';
import { VectorIndexer } from '../pgvector/vector-indexer.js';
import { ExactIndex } from '../search/exact-index.js';
import { unitOf } from '../search/nearest.js';
import type { PassageIndex } from '../search/passage-index.js';
import { StoreDocuments } from '../search/store-documents.js';
import { StoreVectors } from '../search/store-vectors.js';

export const NEVER = new Cancellation();

const random = seeded(20_261_128);

/** Of length 1. @param near what it lies beside; anywhere unless given */
export function aVector(length: number, near?: Float32Array): Float32Array {
  const wanted = Float32Array.from(
    { length },
    (_, at) => (near?.[at] ?? 0) * 4 + (random() - 0.5) * (near ? 0.4 : 1),
  );
  return unitOf(wanted) ?? wanted;
}

export interface KitOptions {
  /** What `GW_PGVECTOR` says. */
  readonly allows: 'on' | 'off';
}

/** Documents with vectors that a test chose, kept as a gateway keeps them. */
export class KnowledgeKit {
  readonly clock = new FakeClock();
  readonly stores: KnowledgeStores;
  readonly documents: KnowledgeDocuments;
  readonly remnants: KnowledgeRemnants;
  readonly extension: VectorExtension;
  readonly indexer: VectorIndexer;
  readonly keeper: IndexKeeper;
  readonly exact: PassageIndex;
  readonly indexed: PassageIndex;
  private readonly ids: Ids;
  private organisations = 0;

  constructor(
    readonly app: Database,
    { allows }: KitOptions,
  ) {
    const entropy = new SystemEntropy();
    const vault = new Vault(new InstanceSecrets(Buffer.alloc(32, 7)), entropy);
    const sealing = new KnowledgeSealing(new ContentKeys(app, vault, entropy), entropy);
    this.ids = new Ids(this.clock, entropy);
    this.stores = new KnowledgeStores(app, this.ids, this.clock);
    this.documents = new KnowledgeDocuments(app, sealing, this.ids, this.clock);
    this.remnants = new KnowledgeRemnants(app, this.clock);
    const config = loadConfig({ GW_PGVECTOR: allows });
    this.extension = new VectorExtension(app, config, this.clock);
    this.indexer = new VectorIndexer(app, this.documents, this.extension);
    this.keeper = new IndexKeeper(app, this.extension, this.indexer, this.clock);
    const found = new StoreDocuments(app, this.documents);
    this.exact = new ExactIndex(new StoreVectors(app, found, this.documents));
    this.indexed = new DatabaseIndex(app, this.extension, found, this.stores);
  }

  /** In an organisation of its own. */
  async store(engine: Engine): Promise<StoreRow> {
    const organisationId = this.ids.organisationId();
    await this.app.query(
      {
        name: 'kit-organisation',
        text: `INSERT INTO organisation (id, name, currency, time_zone, settings, managed_by)
          VALUES ($1, $2, 'EUR', 'UTC', '{}', 'console')`,
      },
      [organisationId, `organisation ${this.organisations++}`],
    );
    const made = await this.app.transaction((tx) =>
      this.stores.make(tx, organisationId, {
        name: 'store',
        embeddingModel: 'a/model',
        passageTokens: 800,
        overlapTokens: 400,
        engine,
      }),
    );
    if (!('id' in made)) throw new Error('no store was made');
    return this.now({ id: made.id, organisationId });
  }

  /** As it is by now. */
  async now({ id, organisationId }: Pick<StoreRow, 'id' | 'organisationId'>): Promise<StoreRow> {
    const row = await this.stores.find(organisationId, id);
    if (!row) throw new Error('the store is gone');
    return row;
  }

  /** A document whose passages have these vectors, read to its end. @returns its id */
  async learn(
    store: StoreRow,
    vectors: readonly Float32Array[],
    attributes: Attributes = {},
  ): Promise<string> {
    const { row, runner } = await this.embed(store, vectors, attributes);
    await this.indexer.add(await this.now(store), row, NEVER);
    await this.documents.complete(row, runner);
    return row.id;
  }

  /** The same, as it is before the last step. */
  async embed(
    store: StoreRow,
    vectors: readonly Float32Array[],
    attributes: Attributes = {},
  ): Promise<{ readonly row: DocumentRow; readonly runner: string }> {
    const { row, runner } = await this.claim(await this.upload(store, attributes));
    const passages = vectors.map((_, n) => ({ text: `passage ${n}`, tokens: 2 }));
    await this.documents.split(row, runner, passages);
    for (let first = 0; first < vectors.length; first += EMBED_BATCH) {
      const batch = vectors.slice(first, first + EMBED_BATCH);
      const kept = await this.documents.keepVectors(row, runner, first, batch);
      if (kept !== 'kept') throw new Error(kept);
    }
    return { row: { ...row, passages: vectors.length }, runner };
  }

  /** @returns its id */
  async upload(store: StoreRow, attributes: Attributes = {}): Promise<string> {
    const { id: storeId, organisationId } = store;
    const prepared = await this.documents.prepare({
      organisationId,
      storeId,
      memberId: this.ids.id(),
      workloadId: this.ids.id(),
      filename: 'a.txt',
      mediaType: 'text/plain',
      attributes,
      bytes: Buffer.from(this.ids.id()),
    });
    const added = await this.app.transaction((tx) => this.documents.add(tx, prepared));
    if (!('id' in added)) throw new Error(`not added: ${added.kind}`);
    return added.id;
  }

  async claim(id: string): Promise<{ readonly row: DocumentRow; readonly runner: string }> {
    const runner = this.ids.id();
    const row = await this.documents.claim(id, runner);
    if (!row) throw new Error('somebody else works on it');
    return { row, runner };
  }

  async forget({ id, organisationId }: StoreRow, document: string): Promise<void> {
    await this.app.transaction((tx) => this.documents.remove(tx, organisationId, id, document));
  }
}

export interface Place {
  readonly kit: KnowledgeKit;
  readonly url: string;
  /** As the owner of the database. */
  readonly owner: (text: string) => Promise<unknown[]>;
}

/** A database of the file's own. @param prepared what its owner did to it */
export async function knowledgePlace(options: KitOptions, prepared = ''): Promise<Place> {
  const { app, owner, url } = await testDatabase();
  if (prepared !== '') await owner.dataSource.query(prepared);
  const asOwner = (text: string) => owner.dataSource.query<unknown[]>(text);
  return { kit: new KnowledgeKit(app, options), url, owner: asOwner };
}
