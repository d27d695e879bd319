import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { invalid } from '../../provider-error.js';
import { countTokens } from '../../text/tokens.js';
import { unitVector } from '../../text/unit-vector.js';
import { arrayOf, boolean, filled, integer, object, string } from '../../validation/check.js';
import { embedContent, TASK_TYPE } from '../gemini/embed-contents.js';

interface PredictRequest {
  readonly instances: readonly { readonly content: string }[];
  readonly parameters?: { readonly outputDimensionality?: number };
}

const DIMENSIONS_DEFAULT = 768;
const TEXTS_MAX = 5;
const GEMINI_1 = 'gemini-embedding-001';

const instance = object({ content: filled }, { task_type: TASK_TYPE, title: string });
const parameters = object({}, { outputDimensionality: integer(1, 3_072), autoTruncate: boolean });
const predictRequest = object({ instances: arrayOf(instance, 1, TEXTS_MAX) }, { parameters });

/** POST /v1/projects/…/publishers/google/models/{model}:predict */
export function vertexPredict({ body, pathId, fault }: SandboxRequest): Answer {
  predictRequest(body, '');
  checkModel(pathId, false);
  findModel(pathId, 'embedding', fault);
  const { instances, parameters: asked } = body as PredictRequest;
  if (pathId === GEMINI_1 && instances.length > 1) {
    throw invalid('Only one instance per request is supported for this model.', 'instances');
  }
  return json({
    predictions: instances.map(({ content }) => ({
      embeddings: {
        values: [...unitVector(content, asked?.outputDimensionality ?? DIMENSIONS_DEFAULT)],
        statistics: fault['no-usage']
          ? undefined
          : { truncated: false, token_count: countTokens(content) },
      },
    })),
  });
}

const config = object(
  {},
  {
    taskType: TASK_TYPE,
    title: string,
    outputDimensionality: integer(1, 3_072),
    autoTruncate: boolean,
  },
);
const members = { taskType: TASK_TYPE, title: string, outputDimensionality: integer(1, 3_072) };
const contentRequest = object(
  { content: object({ parts: arrayOf(object({ text: filled }), 1) }, { role: string }) },
  { ...members, autoTruncate: boolean, embedContentConfig: config },
);

/** POST /v1/projects/…/publishers/google/models/{model}:embedContent: no name of a model in the body. */
export function vertexEmbedContent(request: SandboxRequest): Answer {
  contentRequest(request.body, '');
  checkModel(request.pathId, true);
  const { embedContentConfig, ...asked } = request.body as {
    readonly embedContentConfig?: { readonly outputDimensionality?: number };
    readonly content: object;
    readonly outputDimensionality?: number;
  };
  const outputDimensionality =
    embedContentConfig?.outputDimensionality ?? asked.outputDimensionality;
  const body = {
    content: asked.content,
    ...(outputDimensionality !== undefined && { outputDimensionality }),
  };
  return embedContent({ ...request, body });
}

/** Each model answers to one of the two methods. */
function checkModel(id: string, byContent: boolean): void {
  if ((id.includes('gemini') && id !== GEMINI_1) === byContent) return;
  throw invalid(`${id} is not supported by this method.`);
}
