import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '#call';
import { Cancellation, type OrganisationId } from '#kernel';
import { readProviderError, type Protocol } from '#wire';
import { TestClock } from '../../../../test/support/test-clock.js';
import { DROPPABLE } from './droppable.js';
import { Repairs } from './repairs.js';

const organisation = 'o1' as OrganisationId;
const endpoint = {
  provider: { name: 'p', family: 'f', baseUrl: new URL('https://p.test'), apiVersion: null },
  model: { id: 'm' },
} as unknown as Endpoint;

let clock: TestClock;
let repairs: Repairs;
beforeEach(() => {
  clock = new TestClock();
  repairs = new Repairs(clock);
});

/** What is left out once a body was answered with this error. */
async function learntFrom(protocol: Protocol, body: object, error: object, status = 400) {
  const refusal = {
    error: readProviderError(status, JSON.stringify(error), {}),
    protocol,
    fields: [],
    sent: () => Promise.resolve(JSON.stringify(body)),
  };
  await repairs.learn(organisation, endpoint, refusal, new Cancellation());
  return repairs.fieldsOf(organisation, endpoint);
}

const openai = (param: string) => ({
  error: { message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' },
});
const anthropic = (path: string) => ({
  error: { message: `${path}: Extra inputs are not permitted` },
});

describe('what is learnt of a refusal', () => {
  it.each([
    ['chat', { seed: 1 }, openai('seed'), ['seed']],
    [
      'chat',
      { tools: [{ function: { strict: true } }] },
      openai('tools[0].function.strict'),
      ['tools.*.function.strict'],
    ],
    [
      'messages',
      { messages: [{ content: [{ type: 'text', text: 'a', cache_control: {} }] }] },
      anthropic('messages.0.content.0.text.cache_control'),
      ['messages.*.content.*.cache_control'],
    ],
    [
      'messages',
      { thinking: { type: 'adaptive', display: 'omitted' } },
      anthropic('thinking.adaptive.display'),
      ['thinking.display'],
    ],
  ] as const)('in %s of %j: %j is %j', async (protocol, body, error, learnt) => {
    expect(await learntFrom(protocol, body, error)).toEqual(learnt);
  });

  it.each([
    ['chat', { 'safety_identifier.': 1, safety_identifier: 'a' }, openai('safety_identifier.')],
    ['chat', { 'seed/': 1, seed: 1 }, openai('seed/')],
    ['chat', { 'reasoning_effort#': 1, reasoning_effort: 'low' }, openai('reasoning_effort#')],
    ['chat', { reasoningEffort: 1, reasoning_effort: 'low' }, openai('reasoningEffort')],
    ['chat', { messages: [] }, openai('seed')],
    [
      'chat',
      { 'tools[0].function.strict': 1, tools: [{ function: { strict: true } }] },
      openai('tools[0].function.strict'),
    ],
    [
      'chat',
      { 'user ': 'a', user: 'b' },
      { error: { message: 'Unrecognized request argument supplied: user ' } },
    ],
    ['messages', { 'x metadata': 1, metadata: {} }, anthropic('x metadata')],
    [
      'messages',
      { 'metadata: Extra inputs are not permitted': 1, metadata: {} },
      anthropic('metadata: Extra inputs are not permitted'),
    ],
    [
      'chat',
      { reasoning_effort: 'Only the default' },
      {
        error: {
          message: `Unsupported value: 'reasoning_effort' does not support 'Only the default' with this model. Supported values are: 'low'.`,
          param: 'reasoning_effort',
          code: 'unsupported_value',
        },
      },
    ],
  ] as const)('in %s of %j: %j is nothing', async (protocol, body, error) => {
    expect(await learntFrom(protocol, body, error)).toEqual([]);
  });

  it('is forgotten after an hour, each for itself', async () => {
    await learntFrom('chat', { seed: 1 }, openai('seed'));
    clock.skip(1_800_000);
    expect(await learntFrom('chat', { user: 'a' }, openai('user'))).toEqual(['seed', 'user']);
    clock.skip(1_800_000);
    expect(repairs.fieldsOf(organisation, endpoint)).toEqual(['user']);
    clock.skip(1_800_000);
    expect(repairs.fieldsOf(organisation, endpoint)).toEqual([]);
  });
});

/** Each maker's way to refuse a member of the root that it does not know, which quotes its name and its value. */
const refusals: Readonly<Record<string, (name: string, value: string) => object>> = {
  openai,
  anthropic,
  older: (name) => ({ error: { message: `Unrecognized request argument supplied: ${name}` } }),
  pydantic: (name, value) => ({
    error: {
      message: `1 validation error for Request\n${name}\n  Extra inputs are not permitted [type=extra_forbidden, input_value='${value}', input_type=str]`,
    },
  }),
  vllm: (name, value) => ({
    error: {
      message: `[{'type': 'extra_forbidden', 'loc': ('body', ${pythonText(name)}), 'msg': 'Extra inputs are not permitted', 'input': ${pythonText(value)}}]`,
    },
  }),
  validator: (name, value) => ({
    detail: [{ loc: ['body', name], msg: 'Extra inputs are not permitted', input: value }],
  }),
  cohere: (name) => ({ message: `unknown field: parameter ${name} is not a valid field.` }),
  xai: (name) => ({ code: '400', error: `Argument not supported: ${name}` }),
  google: (name) => ({
    error: { message: `Invalid JSON payload received. Unknown name "${name}": Cannot find field.` },
  }),
  bedrock: (name) => ({
    message: `Malformed input request: #: extraneous key [${name}] is not permitted, please reformat your input and try again.`,
  }),
  field: (name) => ({
    message: `This model doesn't support the ${name} field. Remove ${name} and try again.`,
  }),
  value: (name, value) => ({
    error: { message: `Invalid value: '${value}'.`, param: name, code: 'invalid_value' },
  }),
};

const pythonText = (text: string) => {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
};

const known = {
  seed: 1,
  user: 'a',
  metadata: {},
  temperature: 0.5,
  top_p: 0.5,
  labels: {},
  reasoning_effort: 'low',
  generationConfig: { seed: 1, topP: 0.5 },
  inferenceConfig: { temperature: 0.5 },
  messages: [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control: {} }] }],
  tools: [{ type: 'function', strict: true, function: { name: 'f', strict: true } }],
};
/** Pieces that unknown names and values are made of: names of members, and what messages put around them. */
const pieces = fc.constantFrom(
  'seed',
  'user',
  'metadata',
  'temperature',
  'labels',
  'reasoningEffort',
  'a',
  'x',
  '0',
  '.',
  '/',
  '#',
  '[',
  ']',
  '[0]',
  ' ',
  '\n',
  "'",
  '"',
  "', '",
  '": ',
  '\u0000',
  '_',
  '-',

  'tools',
  'function',
  'strict',
  'messages.0.content.0.cache_control',
  'generation_config.seed',
  ': Extra inputs are not permitted',
  '] is not permitted',
  ' is not a valid field.',

  '": Cannot find field.',
  'Unknown name "',
  ' field. Remove ',
  ' Extra inputs are not permitted ',

  "Unsupported parameter: 'user'",
  'Only the default (1) value is supported.',
  '[type=extra_forbidden',
);
const text = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((list) => list.join(''));

it.each(Object.keys(refusals))(
  'nothing is left out for what a caller made up, as %s quotes it',
  async (maker) => {
    const refusal = refusals[maker] as (typeof refusals)[string];
    const protocols = fc.constantFrom(...(Object.keys(DROPPABLE) as Protocol[]));
    const unknown = text.filter((name) => !(name in known));
    await fc.assert(
      fc.asyncProperty(protocols, unknown, text, async (protocol, name, value) => {
        const body = { ...known, [name]: value };
        expect(await learntFrom(protocol, body, refusal(name, value))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  },
);
