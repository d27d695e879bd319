import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { invalid } from '../../provider-error.js';
import { countTokens } from '../../text/tokens.js';
import { DIMENSIONS_DEFAULT, unitVector } from '../../text/unit-vector.js';
import {
  arrayOf,
  boolean,
  filled,
  integer,
  object,
  oneOf,
  string,
  type Fields,
} from '../../validation/check.js';

interface EmbedRequest {
  readonly model?: string;
  readonly content: { readonly parts: readonly { readonly text: string }[] };
  readonly taskType?: string;
  readonly title?: string;
  readonly outputDimensionality?: number;
}

const DIMENSIONS_MAX = 3_072;
const BATCH_MAX = 100;

export const TASK_TYPE = oneOf(
  'TASK_TYPE_UNSPECIFIED',
  'RETRIEVAL_QUERY',
  'RETRIEVAL_DOCUMENT',
  'SEMANTIC_SIMILARITY',
  'CLASSIFICATION',
  'CLUSTERING',
  'QUESTION_ANSWERING',
  'FACT_VERIFICATION',
  'CODE_RETRIEVAL_QUERY',
);
const settings: Fields = {
  taskType: TASK_TYPE,
  title: string,
  outputDimensionality: integer(1, DIMENSIONS_MAX),
};
const content = object(
  { parts: arrayOf(object({ text: filled }), 1) },
  { role: oneOf('user', 'model') },
);
const single = object(
  { content },
  {
    ...settings,
    model: filled,
    embedContentConfig: object({}, { ...settings, autoTruncate: boolean }),
  },
);
const inBatch = object({ model: filled, content }, settings);
const batch = object({ requests: arrayOf(inBatch, 1, BATCH_MAX) });

/** POST /v1beta/models/{model}:embedContent */
export function embedContent(request: SandboxRequest): Answer {
  single(request.body, '');
  const asked = request.body as EmbedRequest;
  const { vectors, rest } = answerTo(request, [asked]);
  return json({ embedding: vectors[0], ...rest });
}

/** POST /v1beta/models/{model}:batchEmbedContents */
export function batchEmbedContents(request: SandboxRequest): Answer {
  batch(request.body, '');
  const { requests } = request.body as { readonly requests: readonly EmbedRequest[] };
  const { vectors, rest } = answerTo(request, requests);
  return json({ embeddings: vectors, ...rest });
}

function answerTo({ pathId, fault }: SandboxRequest, asked: readonly EmbedRequest[]) {
  findModel(pathId, 'embedding', fault);
  asked.forEach((one, index) => checkOne(one, pathId, `requests[${index}]`));
  const texts = asked.map(({ content: { parts } }) => parts.map(({ text }) => text).join('\n'));
  const promptTokenCount = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    vectors: asked.map(({ outputDimensionality: dimensions = DIMENSIONS_DEFAULT }, index) => ({
      values: [...unitVector(texts[index] ?? '', dimensions)],
    })),
    rest: fault['no-usage'] ? {} : { usageMetadata: { promptTokenCount } },
  };
}

/** As the provider: a batch is for one model, and only what is to be found has a title. */
function checkOne({ model, title, taskType }: EmbedRequest, pathId: string, param: string): void {
  if (model !== undefined && model !== `models/${pathId}`) {
    throw invalid(`${param}.model must be models/${pathId}.`, `${param}.model`);
  }
  if (title !== undefined && taskType !== 'RETRIEVAL_DOCUMENT') {
    throw invalid('title is only for the task type RETRIEVAL_DOCUMENT.', `${param}.title`);
  }
}
