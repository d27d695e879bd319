import { json, type Answer, type SandboxRequest } from '../http/answer.js';
import { findModel } from '../models.js';
import { countTokens } from '../text/tokens.js';
import { DIMENSIONS_DEFAULT, unitVector } from '../text/unit-vector.js';
import { arrayOf, filled, integer, object, oneOf, string, stringOr } from '../validation/check.js';
import type { Check } from '../validation/check.js';

type Input = string | readonly number[];

interface EmbeddingRequest {
  readonly model: string;
  readonly input: Input | readonly Input[];
  readonly encoding_format?: 'float' | 'base64' | null;
  readonly dimensions?: number | null;
}

const tokens = arrayOf(integer(0), 1);
const listOf: Check = (value, param) => {
  const isOneTokenList = Array.isArray(value) && typeof value[0] === 'number';
  const check = isOneTokenList ? tokens : arrayOf(stringOr(filled, tokens), 1, 2048);
  check(value, param);
};

const embeddingRequest = object(
  { input: stringOr(filled, listOf), model: filled },
  { encoding_format: oneOf('float', 'base64'), dimensions: integer(1, 3072), user: string },
);

/** POST /v1/embeddings */
export function embed({ body, fault }: SandboxRequest): Answer {
  embeddingRequest(body, '');
  const request = body as EmbeddingRequest;
  findModel(request.model, 'embedding', fault);
  const inputs = inputsOf(request.input);
  const prompt = inputs.reduce<number>((sum, input) => sum + tokensIn(input), 0);
  return json({
    object: 'list',
    data: inputs.map((input, index) => {
      const vector = unitVector(textOf(input), request.dimensions ?? DIMENSIONS_DEFAULT);
      const embedding = request.encoding_format === 'base64' ? base64Of(vector) : [...vector];
      return { object: 'embedding', index, embedding };
    }),
    model: request.model,
    usage: fault['no-usage'] ? undefined : { prompt_tokens: prompt, total_tokens: prompt },
  });
}

function inputsOf(input: EmbeddingRequest['input']): readonly Input[] {
  if (typeof input === 'string') return [input];
  return typeof input[0] === 'number' ? [input as readonly number[]] : (input as readonly Input[]);
}

const textOf = (input: Input): string => (typeof input === 'string' ? input : input.join(' '));

const tokensIn = (input: Input): number =>
  typeof input === 'string' ? countTokens(input) : input.length;

/** Little-endian 32-bit floats, as every platform that runs Node keeps them. */
const base64Of = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
