import { json, type Answer, type SandboxRequest, type WholeAnswer } from '../../http/answer.js';
import { notFound } from '../../provider-error.js';
import { countTokens } from '../../text/tokens.js';
import { unitVector } from '../../text/unit-vector.js';
import { arrayOf, boolean, filled, integer, object, oneOf } from '../../validation/check.js';
import type { Check } from '../../validation/check.js';

/** An embedding model of one maker: what it takes, and how it answers. */
interface Model {
  readonly check: Check;
  readonly textsOf: (body: never) => readonly string[];
  readonly dimensionsOf: (body: never) => number | undefined;
  readonly dimensions: number;
  readonly answer: (vectors: readonly (readonly number[])[], tokens: number) => object;
}

const sizes = (...all: readonly number[]): Check => {
  const check = oneOf(...all.map(String));
  return (value, param) => check(String(value), param);
};

interface TitanRequest {
  readonly inputText: string;
  readonly dimensions?: number;
}
const titanAnswer: Model['answer'] = ([embedding], inputTextTokenCount) => ({
  embedding,
  embeddingsByType: { float: embedding },
  inputTextTokenCount,
});
const titan1: Model = {
  check: object({ inputText: filled }),
  textsOf: ({ inputText }: TitanRequest) => [inputText],
  dimensionsOf: () => undefined,
  dimensions: 1_536,
  answer: ([embedding], inputTextTokenCount) => ({ embedding, inputTextTokenCount }),
};
const titan: Model = {
  check: object(
    { inputText: filled },
    {
      dimensions: sizes(256, 512, 1_024),
      normalize: boolean,
      embeddingTypes: arrayOf(oneOf('float', 'binary'), 1),
    },
  ),
  textsOf: ({ inputText }: TitanRequest) => [inputText],
  dimensionsOf: ({ dimensions }: TitanRequest) => dimensions,
  dimensions: 1_024,
  answer: titanAnswer,
};

interface CohereRequest {
  readonly texts: readonly string[];
  readonly output_dimension?: number;
}
const COHERE_TEXTS_MAX = 96;
const cohereFields = {
  texts: arrayOf(filled, 1, COHERE_TEXTS_MAX),
  input_type: oneOf('search_document', 'search_query', 'classification', 'clustering'),
};
const truncate = oneOf('NONE', 'START', 'END');
const cohere3: Model = {
  check: object(cohereFields, { truncate }),
  textsOf: ({ texts }: CohereRequest) => texts,
  dimensionsOf: () => undefined,
  dimensions: 1_024,
  answer: (embeddings) => ({ embeddings, id: 'sandbox', response_type: 'embeddings_floats' }),
};
const cohere4: Model = {
  check: object(cohereFields, { truncate, output_dimension: sizes(256, 512, 1_024, 1_536) }),
  textsOf: ({ texts }: CohereRequest) => texts,
  dimensionsOf: ({ output_dimension: dimensions }: CohereRequest) => dimensions,
  dimensions: 1_536,
  answer: (float) => ({
    embeddings: { float },
    id: 'sandbox',
    response_type: 'embeddings_by_type',
  }),
};

interface NovaRequest {
  readonly singleEmbeddingParams: {
    readonly text: { readonly value: string };
    readonly embeddingDimension?: number;
  };
}
const nova: Model = {
  check: object({
    taskType: oneOf('SINGLE_EMBEDDING'),
    singleEmbeddingParams: object(
      {
        embeddingPurpose: oneOf(
          'GENERIC_INDEX',
          'GENERIC_RETRIEVAL',
          'TEXT_RETRIEVAL',
          'CLASSIFICATION',
          'CLUSTERING',
        ),
        text: object({ value: filled, truncationMode: truncate }),
      },
      { embeddingDimension: integer(256, 3_072) },
    ),
  }),
  textsOf: ({ singleEmbeddingParams: { text } }: NovaRequest) => [text.value],
  dimensionsOf: ({ singleEmbeddingParams }: NovaRequest) =>
    singleEmbeddingParams.embeddingDimension,
  dimensions: 3_072,
  answer: ([embedding]) => ({ embeddings: [{ embedding, embeddingType: 'TEXT' }] }),
};

const MODELS: ReadonlyMap<string, Model> = new Map([
  ['amazon.titan-embed-text-v1', titan1],
  ['amazon.titan-embed-text-v2:0', titan],
  ['cohere.embed-english-v3', cohere3],
  ['cohere.embed-multilingual-v3', cohere3],
  ['cohere.embed-v4:0', cohere4],
  ['amazon.nova-2-multimodal-embeddings-v1:0', nova],
]);

/** POST /model/{id}/invoke: the embedding models of three makers, each in its own format. */
export function invoke({ body, pathId, fault }: SandboxRequest): Answer {
  const model = MODELS.get(pathId.replace(/^(?:us|eu|apac|global)\./, ''));
  if (!model) throw notFound(`The provided model identifier is invalid: ${pathId}`);
  model.check(body, '');
  const request = body as never;
  const texts = model.textsOf(request);
  const dimensions = model.dimensionsOf(request) ?? model.dimensions;
  const vectors = texts.map((text) => [...unitVector(text, dimensions)]);
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  const told = fault['no-usage'] ? undefined : tokens;
  const answer: WholeAnswer = json(model.answer(vectors, tokens));
  return told === undefined
    ? answer
    : { ...answer, headers: { 'x-amzn-bedrock-input-token-count': String(told) } };
}
