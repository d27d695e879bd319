import { Injectable } from '@nestjs/common';
import type { CallIdentity, Principal } from '#call';
import { failed, runInSlices, type Cancellation, type Steps } from '#kernel';
import { EmbedTexts } from '../embed-texts.js';
import type { Attributes } from '../attributes.js';
import { KnowledgeDocuments } from '../keep/documents.js';
import type { StoreRow } from '../keep/stores.js';
import { whileStored } from '../keep/while-stored.js';
import type { Filter } from './filters.js';
import { nearest, type Near } from './nearest.js';
import { StoreVectors, type LoadedDocument } from './store-vectors.js';

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
  readonly timeoutMs: number;
  readonly ended: Cancellation;
}

/** Finds passages by what they mean: the query is embedded on the searcher's account, and every vector looked at. */
@Injectable()
export class KnowledgeSearch {
  constructor(
    private readonly embed: EmbedTexts,
    private readonly vectors: StoreVectors,
    private readonly documents: KnowledgeDocuments,
  ) {}

  /** Nearest first. @throws GatewayError as any call does; vectors_unusable */
  async run(store: StoreRow, search: Search, searcher: Searcher): Promise<readonly Hit[]> {
    const wanted = await this.embed.run({
      ...searcher,
      model: store.embeddingModel,
      texts: search.queries,
    });
    if (store.dimensions === null) return []; // Nothing is in it yet.
    if (wanted[0]?.length !== store.dimensions) throw failed('vectors_unusable');
    return whileStored(() => this.find(store, search, { wanted, ended: searcher.ended }));
  }

  private async find(
    store: StoreRow,
    search: Search,
    { wanted, ended }: { readonly wanted: readonly Float32Array[]; readonly ended: Cancellation },
  ): Promise<readonly Hit[]> {
    const loaded = await this.vectors.of(store);
    const sought = await runInSlices(soughtOf(loaded.documents, search.filter), ended);
    const owners = ownersOf(loaded.documents);
    const best = new Map<number, Near>();
    for (const vector of wanted) {
      const isSought = (index: number) => sought[owners[index] as number] === true;
      const steps = nearest(loaded, vector, search, isSought);
      for (const near of await runInSlices(steps, ended)) {
        if (near.score > (best.get(near.index)?.score ?? -Infinity)) best.set(near.index, near);
      }
    }
    const found = [...best.values()]
      .toSorted((one, other) => other.score - one.score || one.index - other.index)
      .slice(0, search.count);
    const hits = found.map(async ({ index, score }) => {
      const document = loaded.documents[owners[index] as number] as LoadedDocument;
      const n = index - document.first;
      const place = { id: document.id, organisationId: store.organisationId };
      const [passage] = await this.documents.passagesOf(place, n, 1);
      if (!passage) return undefined; // Deleted since.
      const { id, filename, attributes } = document;
      return { documentId: id, filename, attributes, n, score, text: passage.text };
    });
    return (await Promise.all(hits)).filter((hit) => hit !== undefined);
  }
}

/** Whether each of them is sought. A filter may take a tenth of a millisecond. */
function* soughtOf(documents: readonly LoadedDocument[], filter: Filter): Steps<boolean[]> {
  const sought: boolean[] = [];
  for (const { attributes } of documents) {
    sought.push(filter(attributes));
    yield;
  }
  return sought;
}

/** For each vector, which of the documents it is of; -1 of one that was deleted while they were read. */
function ownersOf(documents: readonly LoadedDocument[]): Int32Array {
  const last = documents.at(-1);
  const owners = new Int32Array(last ? last.first + last.passages : 0).fill(-1);
  for (const [index, { first, passages }] of documents.entries()) {
    owners.fill(index, first, first + passages);
  }
  return owners;
}
