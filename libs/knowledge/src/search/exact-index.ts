import { Injectable } from '@nestjs/common';
import { runInSlices, type Cancellation, type Steps } from '#kernel';
import type { StoreRow } from '../keep/stores.js';
import type { Filter } from './filters.js';
import { nearest } from './nearest.js';
import { bestOf, type FoundPassage, type PassageIndex, type Sought } from './passage-index.js';
import { StoreVectors, type LoadedDocument } from './store-vectors.js';

/** Looks at every vector, in the gateway's memory: what is nearest is found. */
@Injectable()
export class ExactIndex implements PassageIndex {
  constructor(private readonly vectors: StoreVectors) {}

  /** @throws index_unavailable where there are too many; where the database is away */
  async nearest(
    store: StoreRow,
    sought: Sought,
    ended: Cancellation,
  ): Promise<readonly FoundPassage[]> {
    const loaded = await this.vectors.of(store);
    const isSoughtIn = await runInSlices(soughtOf(loaded.documents, sought.filter), ended);
    const owners = ownersOf(loaded.documents);
    const isSought = (index: number) => isSoughtIn[owners[index] as number] === true;
    const found: FoundPassage[] = [];
    for (const vector of sought.vectors) {
      const steps = nearest(loaded, vector, sought, isSought);
      for (const { index, score } of await runInSlices(steps, ended)) {
        const document = loaded.documents[owners[index] as number] as LoadedDocument;
        found.push({ document, n: index - document.first, score });
      }
    }
    return bestOf(found, sought.count);
  }
}

/** Whether each of them is sought. A filter may take a tenth of a millisecond. */
export function* soughtOf(
  documents: readonly Pick<LoadedDocument, 'attributes'>[],
  filter: Filter,
): Steps<boolean[]> {
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
