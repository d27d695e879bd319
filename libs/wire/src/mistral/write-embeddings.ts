import type { EmbeddingRequest } from '../embedding/embedding-request.js';

/** As the format of OpenAI, with a name of its own for the length. */
export const writeMistralEmbeddings = (
  { texts, dimensions }: EmbeddingRequest,
  model: string,
): string =>
  JSON.stringify({ model, input: texts, encoding_format: 'float', output_dimension: dimensions });
