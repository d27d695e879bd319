import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens } from '../text/tokens.js';
import { filled, integer, object, oneOf, string } from '../validation/check.js';

const imageRequest = object(
  { prompt: filled },
  {
    background: oneOf('transparent', 'opaque', 'auto'),
    model: filled,
    moderation: oneOf('low', 'auto'),
    n: integer(1, 10),
    output_compression: integer(0, 100),
    output_format: oneOf('png'),
    quality: string,
    response_format: oneOf('b64_json'),
    safety_identifier: string,
    size: string,
    style: oneOf('vivid', 'natural'),
    user: string,
  },
);

interface ImageRequest {
  readonly prompt: string;
  readonly model?: string | null;
  readonly n?: number | null;
}

// One grey pixel, a complete PNG.
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==';
const TOKENS_PER_IMAGE = 272;

/** POST /v1/images/generations: always one pixel, whatever the size asked for. */
export function generateImages({ body, fault, nowSeconds }: SandboxRequest): Answer {
  imageRequest(body, '');
  const { prompt, model, n } = body as ImageRequest;
  if (model != null) findModel(model, 'image', fault);
  const count = n ?? 1;
  const input = countTokens(prompt);
  const output = TOKENS_PER_IMAGE * count;
  return json({
    created: nowSeconds,
    output_format: 'png',
    data: Array.from({ length: count }, () => ({ b64_json: PIXEL })),
    usage: fault['no-usage']
      ? undefined
      : {
          input_tokens: input,
          output_tokens: output,
          total_tokens: input + output,
          input_tokens_details: { text_tokens: input, image_tokens: 0 },
        },
  });
}
