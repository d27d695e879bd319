import type { Fault } from '../faults/fault.js';
import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens } from '../text/tokens.js';
import { filled, integer, object, oneOf, string } from '../validation/check.js';
import { checkFields, fileIn, formOf, requiredTextIn, textIn } from './form.js';

const IMAGES_MAX = 10;
const COUNTS = Array.from({ length: IMAGES_MAX }, (_, index) => String(index + 1));

const imageRequest = object(
  { prompt: filled },
  {
    background: oneOf('transparent', 'opaque', 'auto'),
    model: filled,
    moderation: oneOf('low', 'auto'),
    n: integer(1, IMAGES_MAX),
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
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==';
export const TOKENS_PER_IMAGE = 272;

/** POST /v1/images/generations: always one pixel, whatever the size asked for. */
export function generateImages({ body, fault, nowSeconds }: SandboxRequest): Answer {
  imageRequest(body, '');
  const { prompt, model, n } = body as ImageRequest;
  if (model != null) findModel(model, 'image', fault);
  return pixels(prompt, n ?? 1, fault, nowSeconds);
}

const EDIT_FIELDS = new Set(['image', 'mask', 'model', 'n', 'prompt', 'quality', 'size', 'user']);

/** POST /v1/images/edits: the same pixel, whatever the image was. */
export function editImages({ body, fault, nowSeconds }: SandboxRequest): Answer {
  const form = formOf(body);
  checkFields(form, EDIT_FIELDS);
  fileIn(form, 'image');
  const prompt = requiredTextIn(form, 'prompt', filled);
  findModel(requiredTextIn(form, 'model', filled), 'image', fault);
  const count = textIn(form, 'n', oneOf(...COUNTS));
  return pixels(prompt, Number(count ?? 1), fault, nowSeconds);
}

const VARIATION_FIELDS = new Set(['image', 'model', 'n', 'response_format', 'size', 'user']);

/** POST /v1/images/variations: the same pixel, too. */
export function varyImages({ body, fault, nowSeconds }: SandboxRequest): Answer {
  const form = formOf(body);
  checkFields(form, VARIATION_FIELDS);
  fileIn(form, 'image');
  textIn(form, 'response_format', oneOf('b64_json'));
  findModel(requiredTextIn(form, 'model', filled), 'image', fault);
  const count = textIn(form, 'n', oneOf(...COUNTS));
  return pixels('', Number(count ?? 1), fault, nowSeconds);
}

function pixels(prompt: string, count: number, fault: Fault, nowSeconds: number): Answer {
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
