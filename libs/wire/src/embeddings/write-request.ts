import type { EmbeddingRequest } from '../embedding/embedding-request.js';

/** A request of OpenAI's format; what the vectors are for has no word in it. */
export const writeEmbeddings = ({ texts, dimensions }: EmbeddingRequest, model: string): string =>
  JSON.stringify({ model, input: texts, encoding_format: 'float', dimensions });
