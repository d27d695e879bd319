import { Injectable } from '@nestjs/common';
import type { CallIdentity, Principal } from '#call';
import { failed, type Cancellation } from '#kernel';
import { EmbedTexts, type EmbedOrder } from '../embed-texts.js';
import type { Attributes } from '../attributes.js';
import { KnowledgeDocuments } from '../keep/documents.js';
import type { StoreRow } from '../keep/stores.js';
import { whileStored } from '../keep/while-stored.js';
import { DatabaseIndex } from '../pgvector/database-index.js';
import { IndexUnusable } from '../pgvector/index-unusable.js';
import { ExactIndex } from './exact-index.js';
import type { Filter } from './filters.js';
import type { FoundPassage, Sought } from './passage-index.js';

export interface Search {
  /** What is sought, in other words each; a passage counts by what it is nearest to. */
  readonly queries: readonly string[];
  readonly count: number;
  readonly scoreMin: number;
  readonly filter: Filter;
}

/** A passage that was found. */
export interface Hit {
  readonly documentId: string;
  readonly filename: string;
  readonly attributes: Attributes;
  /** Which of its document's. */
  readonly n: number;
  /** Cosine: from -1 to 1. */
  readonly score: number;
  readonly text: string;
}

export interface Searcher {
  readonly principal: Principal;
  readonly identity?: CallIdentity;
  readonly gw?: EmbedOrder['gw'];
  readonly timeoutMs: number;
  readonly ended: Cancellation;
}

/** Finds passages by what they mean: the query is embedded on the searcher's account. */
@Injectable()
export class KnowledgeSearch {
  constructor(
    private readonly embed: EmbedTexts,
    private readonly exact: ExactIndex,
    private readonly indexed: DatabaseIndex,
    private readonly documents: KnowledgeDocuments,
  ) {}

  /** Nearest first. @throws GatewayError as any call does; vectors_unusable; index_unavailable */
  async run(store: StoreRow, search: Search, searcher: Searcher): Promise<readonly Hit[]> {
    const vectors = await this.embed.run({
      ...searcher,
      model: store.embeddingModel,
      texts: search.queries,
    });
    if (store.dimensions === null) return []; // Nothing is in it yet.
    if (vectors[0]?.length !== store.dimensions) throw failed('vectors_unusable');
    const { count, scoreMin, filter } = search;
    return whileStored(async () => {
      const sought = { vectors, count, scoreMin, filter };
      return this.read(store, await this.find(store, sought, searcher.ended));
    });
  }

  /** Without an index every vector is looked at, as far as that goes. */
  private async find(
    store: StoreRow,
    sought: Sought,
    ended: Cancellation,
  ): Promise<readonly FoundPassage[]> {
    if (store.engine === 'exact') return this.exact.nearest(store, sought, ended);
    try {
      return await this.indexed.nearest(store, sought, ended);
    } catch (fault) {
      if (!(fault instanceof IndexUnusable)) throw fault;
      return this.exact.nearest(store, sought, ended);
    }
  }

  private async read(
    { organisationId }: StoreRow,
    found: readonly FoundPassage[],
  ): Promise<readonly Hit[]> {
    const hits = found.map(async ({ document: { id, filename, attributes }, n, score }) => {
      const [passage] = await this.documents.passagesOf({ id, organisationId }, n, 1);
      if (!passage) return undefined; // Deleted since.
      return { documentId: id, filename, attributes, n, score, text: passage.text };
    });
    return (await Promise.all(hits)).filter((hit) => hit !== undefined);
  }
}
