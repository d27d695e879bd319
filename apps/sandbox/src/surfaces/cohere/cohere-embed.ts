import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { countTokens } from '../../text/tokens.js';
import { unitVector } from '../../text/unit-vector.js';
import { arrayOf, filled, integer, object, oneOf } from '../../validation/check.js';
import type { Check } from '../../validation/check.js';
import { unknownAsUnprocessable } from './cohere-request.js';

interface EmbedRequest {
  readonly model: string;
  readonly texts: readonly string[];
  readonly output_dimension?: number | null;
}

const TEXTS_MAX = 96;
const SIZES: ReadonlySet<unknown> = new Set([256, 512, 1_024, 1_536]);
const SIZE_DEFAULT = 1_536;

const size: Check = (value, param) => {
  if (!SIZES.has(value)) integer(SIZE_DEFAULT, SIZE_DEFAULT)(value, param);
};

const embedRequest = object(
  {
    model: filled,
    texts: arrayOf(filled, 1, TEXTS_MAX),
    input_type: oneOf('search_document', 'search_query', 'classification', 'clustering'),
    embedding_types: arrayOf(oneOf('float'), 1),
  },
  { truncate: oneOf('NONE', 'START', 'END'), output_dimension: size, max_tokens: integer(1) },
);

/** POST /v2/embed */
export function embedCohere({ body, fault, newId }: SandboxRequest): Answer {
  unknownAsUnprocessable(() => embedRequest(body, ''));
  const { model, texts, output_dimension: length } = body as EmbedRequest;
  findModel(model, 'embedding', fault);
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return json({
    id: newId(''),
    texts,
    embeddings: { float: texts.map((text) => [...unitVector(text, length ?? SIZE_DEFAULT)]) },
    meta: {
      api_version: { version: '2' },
      billed_units: fault['no-usage'] ? undefined : { input_tokens: tokens, image_tokens: 0 },
    },
    response_type: 'embeddings_by_type',
  });
}
