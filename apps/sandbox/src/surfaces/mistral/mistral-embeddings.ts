import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { invalid } from '../../provider-error.js';
import { countTokens } from '../../text/tokens.js';
import { unitVector } from '../../text/unit-vector.js';
import {
  arrayOf,
  filled,
  integer,
  object,
  oneOf,
  record,
  stringOr,
} from '../../validation/check.js';
import { unprocessable } from './mistral-request.js';

interface EmbeddingRequest {
  readonly model: string;
  readonly input: string | readonly string[];
  readonly output_dimension?: number | null;
}

const TEXTS_MAX = 512;
const TOKENS_MAX = 16_384;
const DIMENSIONS = 1_024;

const embeddingRequest = object(
  { model: filled, input: stringOr(filled, arrayOf(filled, 1)) },
  {
    encoding_format: oneOf('float'),
    metadata: record,
    output_dimension: integer(1, 3_072),
    output_dtype: oneOf('float'),
  },
);

/** POST /mistral/v1/embeddings */
export function embedMistral({ body, fault, newId }: SandboxRequest): Answer {
  unprocessable(() => embeddingRequest(body, ''));
  const { model, input, output_dimension: length } = body as EmbeddingRequest;
  findModel(model, 'embedding', fault);
  const texts = [input].flat();
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  if (texts.length > TEXTS_MAX || tokens > TOKENS_MAX) {
    throw invalid('Too many inputs in request, split into more batches.', null, '3210');
  }
  return json({
    id: newId(''),
    object: 'list',
    data: texts.map((text, index) => ({
      object: 'embedding',
      embedding: [...unitVector(text, length ?? DIMENSIONS)],
      index,
    })),
    model,
    usage: fault['no-usage']
      ? undefined
      : { prompt_tokens: tokens, total_tokens: tokens, completion_tokens: 0 },
  });
}
