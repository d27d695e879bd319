import type { StoreRow } from '../keep/stores.js';
import { WHOLE_DIMENSIONS_MAX } from '../limits.js';

/** The table of a store's vectors, and the words that name its types in a statement. */
export interface VectorTableNames {
  readonly table: string;
  /** What the index is over, and the type of what is compared with it. */
  readonly indexed: string;
  readonly indexedType: string;
  readonly vectorType: string;
  /** Cosine distance. */
  readonly distance: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @param schema of the extension, quoted */
export function namesOf(
  { id, dimensions }: Pick<StoreRow, 'id' | 'dimensions'>,
  schema: string,
): VectorTableNames {
  if (!UUID.test(id)) throw new Error('A store has an id that is none.'); // It becomes part of a statement.
  const half = `${schema}.halfvec(${dimensions ?? 0})`;
  const isWhole = (dimensions ?? 0) <= WHOLE_DIMENSIONS_MAX;
  return {
    table: `gw_vectors.of_${id.replaceAll('-', '')}`,
    indexed: isWhole ? 'embedding' : `(embedding::${half})`,
    indexedType: isWhole ? `${schema}.vector` : half,
    vectorType: `${schema}.vector`,
    distance: `OPERATOR(${schema}.<=>)`,
  };
}

/** As pgvector reads it: nine digits are all that a number of 32 bits has. */
export const textOf = (vector: Float32Array): string =>
  `[${Array.from(vector, (value) => Number(value.toPrecision(9))).join()}]`;
