/**
 * What vectors are asked for, in canonical form. Read only where caller and provider speak different
 * formats, and from what data protection let through.
 */
export interface EmbeddingRequest {
  /** Neither the list nor any text of it is empty. */
  readonly texts: readonly string[];
  /** How many numbers a vector is to have. */
  readonly dimensions?: number;
  readonly task?: EmbeddingTask;
}

/** What the vectors are for: some models make others of a question than of what answers it. */
export type EmbeddingTask =
  | 'search_query'
  | 'search_document'
  | 'similarity'
  | 'classification'
  | 'clustering';
