import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';

const TASKS: Readonly<Record<EmbeddingTask, string>> = {
  search_query: 'RETRIEVAL_QUERY',
  search_document: 'RETRIEVAL_DOCUMENT',
  similarity: 'SEMANTIC_SIMILARITY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

/** A request of `batchEmbedContents`. @param model the provider's own id */
export const writeEmbedContents = (
  { texts, dimensions, task }: EmbeddingRequest,
  model: string,
): string =>
  JSON.stringify({
    requests: texts.map((text) => ({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      outputDimensionality: dimensions,
      taskType: task && TASKS[task],
    })),
  });
