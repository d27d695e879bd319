import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';

/** Words of Google's for what vectors are for. */
export const TASK_TYPES: Readonly<Record<EmbeddingTask, string>> = {
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
      taskType: task && TASK_TYPES[task],
    })),
  });

/** A request of `embedContent` at Vertex AI, for one text: no model in the body, and wishes by themselves. */
export const writeVertexEmbedContent = ({
  texts: [text],
  dimensions,
  task,
}: EmbeddingRequest): string =>
  JSON.stringify({
    content: { role: 'user', parts: [{ text }] },
    embedContentConfig: {
      outputDimensionality: dimensions,
      taskType: task && TASK_TYPES[task],
      autoTruncate: false,
    },
  });
