import { COHERE_TEXTS_MAX, cohereTexts } from '../cohere/embed-texts.js';
import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';

/** How models of one maker are asked for vectors. */
export interface EmbeddingModel {
  /** One request takes so many texts. */
  readonly textsMax: number;
  write(request: EmbeddingRequest): string;
}

const TITAN: EmbeddingModel = {
  textsMax: 1,
  write: ({ texts: [inputText], dimensions }) =>
    JSON.stringify({ inputText, dimensions, normalize: true }),
};

/** The first version knows neither lengths nor scaling, and refuses what it does not know. */
const TITAN_1: EmbeddingModel = {
  textsMax: 1,
  write: ({ texts: [inputText], dimensions }) => JSON.stringify({ inputText, dimensions }),
};

const COHERE: EmbeddingModel = {
  textsMax: COHERE_TEXTS_MAX,
  write: (request) => JSON.stringify(cohereTexts(request)),
};

const PURPOSES: Readonly<Record<EmbeddingTask, string>> = {
  search_query: 'GENERIC_RETRIEVAL',
  search_document: 'GENERIC_INDEX',
  similarity: 'GENERIC_INDEX',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

const NOVA: EmbeddingModel = {
  textsMax: 1,
  write: ({ texts: [value], dimensions, task = 'search_document' }) =>
    JSON.stringify({
      taskType: 'SINGLE_EMBEDDING',
      singleEmbeddingParams: {
        embeddingPurpose: PURPOSES[task],
        text: { value, truncationMode: 'NONE' },
        embeddingDimension: dimensions,
      },
    }),
};

/** Anywhere in an id: it may be that of a profile, with a region in front, or within an ARN. */
const MODELS: readonly (readonly [RegExp, EmbeddingModel])[] = [
  [/amazon\.titan-embed-text-v1|amazon\.titan-embed-g1-text/, TITAN_1],
  [/amazon\.titan-embed-text/, TITAN],
  [/cohere\.embed/, COHERE],
  [/amazon\.nova-.*embeddings/, NOVA],
];

/** Undefined for models of whom is not known that they make vectors, nor how they are asked. */
export const embeddingModelOf = (id: string): EmbeddingModel | undefined =>
  MODELS.find(([name]) => name.test(id))?.[1];
