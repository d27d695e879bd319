import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';

/** So many texts one request takes, at Cohere and wherever its models are served. */
export const COHERE_TEXTS_MAX = 96;

const INPUT_TYPES: Readonly<Record<EmbeddingTask, string>> = {
  search_query: 'search_query',
  search_document: 'search_document',
  similarity: 'search_document',
  classification: 'classification',
  clustering: 'clustering',
};

/** What its models for vectors are asked, whoever serves them. */
export const cohereTexts = ({
  texts,
  dimensions,
  task = 'search_document',
}: EmbeddingRequest): object => ({
  texts,
  input_type: INPUT_TYPES[task],
  truncate: 'NONE', // A text that is too long is told, as by everybody else, and not cut.
  output_dimension: dimensions,
});

/** A request of `/v2/embed`. */
export const writeCohereEmbed = (request: EmbeddingRequest, model: string): string =>
  JSON.stringify({ model, ...cohereTexts(request), embedding_types: ['float'] });
