import type { EmbeddingRequest } from '../embedding/embedding-request.js';
import { TASK_TYPES } from '../embed-content/write-request.js';

/**
 * A request of `:predict` for vectors. A text is one to be found unless it is said: where nothing is, the
 * platform takes it for a question.
 */
export const writePredict = ({
  texts,
  dimensions,
  task = 'search_document',
}: EmbeddingRequest): string =>
  JSON.stringify({
    instances: texts.map((content) => ({ content, task_type: TASK_TYPES[task] })),
    parameters: { outputDimensionality: dimensions, autoTruncate: false },
  });
