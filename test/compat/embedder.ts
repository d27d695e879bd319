import type { Row, Server } from './client.js';

/** What a case asks of a client that makes vectors. */
export interface VectorAsk {
  readonly model: string;
  readonly texts: readonly string[];
  readonly dimensions?: number;
}

export interface Vectors {
  readonly vectors: readonly (readonly number[])[];
  /** Tokens; undefined where the client shows none. */
  readonly input: number | undefined;
}

export type VectorCaseName =
  | 'vectors'
  | 'vector of one text'
  | 'dimensions'
  | 'usage of vectors'
  | 'error 401'
  | 'error 404';

/** The embeddings of a package: a base URL and a key are all it is told, and not to try twice. */
export interface Embedder extends Row<VectorCaseName> {
  readonly embed: (server: Server, ask: VectorAsk) => Promise<Vectors>;
  /** The HTTP status in an error of the client. */
  readonly statusOf: (fault: unknown) => unknown;
}
