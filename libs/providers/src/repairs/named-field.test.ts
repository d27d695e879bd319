import { describe, expect, it } from 'vitest';
import { readProviderError } from '#wire';
import { readBedrockError } from '../bedrock-family/read-error.js';
import { namedField } from './named-field.js';

const read = (body: object, status = 400) => readProviderError(status, JSON.stringify(body), {});
const openai = (error: object) =>
  read({ error: { type: 'invalid_request_error', param: null, code: null, ...error } });
const anthropic = (message: string) =>
  read({ type: 'error', error: { type: 'invalid_request_error', message } });
const bedrock = (message: string) =>
  readBedrockError(400, JSON.stringify({ message }), { 'x-amzn-errortype': 'ValidationException' });
/** A fault as FastAPI's validator tells it. */
const extra = (...place: readonly (string | number)[]) => ({
  type: 'extra_forbidden',
  loc: ['body', ...place],
  msg: 'Extra inputs are not permitted',
  input: 'x',
});
const google = (message: string) =>
  read({ error: { code: 400, status: 'INVALID_ARGUMENT', message } });

describe('the member that an error refuses by name', () => {
  it.each([
    [
      openai({
        message: "Unsupported parameter: 'seed' is not supported with this model.",
        param: 'seed',
        code: 'unsupported_parameter',
      }),
      'seed',
    ],
    [
      openai({
        message: "Unknown parameter: 'tools[1].function.strict'.",
        param: 'tools[1].function.strict',
        code: 'unknown_parameter',
      }),
      'tools.1.function.strict',
    ],
    [
      openai({
        message:
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        param: 'temperature',
        code: 'unsupported_value',
      }),
      'temperature',
    ],
    [openai({ message: 'Unrecognized request argument supplied: metadata' }), 'metadata'],
    [anthropic('tools.0.custom.strict: Extra inputs are not permitted'), 'tools.0.custom.strict'],
    [
      anthropic('messages.1.content.0.thinking.cache_control: Extra inputs are not permitted'),
      'messages.1.content.0.thinking.cache_control',
    ],
    [
      bedrock(
        'The model returned the following errors: tools.0.custom.strict: Extra inputs are not permitted',
      ),
      'tools.0.custom.strict',
    ],
    [
      bedrock(
        'Malformed input request: #/toolConfig/tools/1: extraneous key [cachePoint] is not permitted, please reformat your input and try again.',
      ),
      'toolConfig.tools.1.cachePoint',
    ],
    [
      bedrock(
        "This model doesn't support the temperature field. Remove temperature and try again.",
      ),
      'temperature',
    ],
    [
      google(
        `Invalid JSON payload received. Unknown name "thinkingLevel" at 'generation_config.thinking_config': Cannot find field.`,
      ),
      'generation_config.thinking_config.thinkingLevel',
    ],
    [google('Invalid JSON payload received. Unknown name "labels": Cannot find field.'), 'labels'],
    [read({ detail: [extra('random_seed')] }, 422), 'random_seed'],
    [
      read(
        { object: 'error', message: { detail: [extra('tools', 0, 'function', 'strict')] } },
        422,
      ),
      'tools.0.function.strict',
    ],
    [
      read({ object: 'Error', detail: [extra('messages', 1, 'user', 'name')], code: 3001 }, 422),
      'messages.1.user.name',
    ],
    [
      read({
        object: 'error',
        message:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'tools', 0, 'function', 'strict'), 'msg': 'Extra inputs are not permitted', 'input': True}]",
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
      'tools.0.function.strict',
    ],
    [
      openai({
        message:
          '2 validation errors for ChatCompletionRequest\nmessages.0.user.name\n  Extra inputs are not permitted [type=extra_forbidden]',
      }),
      'messages.0.user.name',
    ],
    [
      read({ id: 'x', message: 'unknown field: parameter seed is not a valid field.' }, 422),
      'seed',
    ],
    [read({ code: '400', error: 'Argument not supported: metadata' }), 'metadata'],
  ])('%j', (error, path) => {
    expect(namedField(error)?.join('.')).toBe(path);
  });

  it.each([
    openai({ message: 'max 5', param: 'temperature', code: 'unsupported_value' }),
    openai({ message: 'too long', param: 'messages', code: 'context_length_exceeded' }),
    anthropic('prompt is too long: 3333404 tokens > 200000 maximum'),
    read({ error: { message: 'x: Extra inputs are not permitted' } }, 500),
    read(
      {
        detail: [
          { loc: ['body', 'temperature'], msg: 'Input should be less than 1.5' },
          extra('seed'),
        ],
      },
      422,
    ),
    read(
      { detail: [{ loc: ['body'], msg: "'loc': ('body', 'seed'), 'msg': 'Extra inputs'" }] },
      422,
    ),
    read({ code: '400', error: 'Argument not supported: instructions and metadata together' }),
    read({}, 400),
  ])('is none of %j', (error) => {
    expect(namedField(error)).toBeUndefined();
  });

  it('takes no longer for a message of the worst kind', () => {
    const message = `${'a.'.repeat(250)}#${'/'.repeat(250)}Unsupported value ${'"'.repeat(200)}`;
    const started = performance.now();
    for (let turn = 0; turn < 100; turn++) namedField(anthropic(message));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
