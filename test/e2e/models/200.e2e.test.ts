import { beforeEach, describe, expect, it } from 'vitest';
import { expectUnrecorded } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({
  models: [
    { id: 'org/deep/model', price: 'free', context_tokens: 8_000, max_output_tokens: 1_000 },
    { id: 'text-embedding-3-small', price: 'free' },
  ],
  providers: [
    { name: 'second', models: [{ id: 'small', price: 'free' }] },
    { name: 'try', family: 'sandbox', models: [{ id: 'out', price: 'free' }] },
  ],
  aliases: [{ name: 'gw/auto', targets: [{ model: 'sandbox/small' }] }],
  workloads: [
    { name: 'default' },
    { name: 'few', allowed_models: ['second/*', 'gw/auto', 'sandbox/echo'] },
  ],
});

beforeEach(() => gateway.sandbox.clear());

interface Listed {
  readonly object: string;
  readonly data: readonly { readonly id: string }[];
}

const idsFor = async (workload: string) =>
  (await gateway.get('/v1/models', { workload })).json<Listed>().data.map(({ id }) => id);

describe('the list', () => {
  it('holds aliases and models in the chat format', async () => {
    const answer = await gateway.get('/v1/models');
    expect(answer.status).toBe(200);
    const { object, data } = answer.json<Listed>();
    expect(object).toBe('list');
    expect(data).toContainEqual({
      id: 'sandbox/org/deep/model',
      object: 'model',
      created: 0,
      owned_by: 'sandbox',
      gw: { sandbox: false, context_tokens: 8_000, max_output_tokens: 1_000, takes: ['chat'] },
    });
    expect(data).toContainEqual(
      expect.objectContaining({ id: 'try/out', gw: expect.objectContaining({ sandbox: true }) }),
    );
    expect(data).toContainEqual(expect.objectContaining({ id: 'gw/auto', owned_by: 'alias' }));
    expect(answer.text).not.toMatch(/sk-|http/);
  });

  it('holds only what the workload may call', async () => {
    expect(await idsFor('few')).toEqual(['gw/auto', 'sandbox/echo', 'second/small']);
    expect(await idsFor('default')).toContain('sandbox/small');
  });

  it('names only models that can be called', async () => {
    for (const model of await idsFor('few')) {
      expect((await gateway.chat({ model }, { workload: 'few' })).status).toBe(200);
    }
  });
});

describe('one model', () => {
  it.each(['sandbox/small', 'sandbox/org/deep/model', 'gw/auto', 'sandbox%2Fsmall'])(
    'is found by its id, slashes and all: %s',
    async (id) => {
      const answer = await gateway.get(`/v1/models/${id}`);
      expect(answer.json<object>()).toMatchObject({ id: decodeURIComponent(id), object: 'model' });
    },
  );

  it.each([
    ['default', 'sandbox/nothing'],
    ['default', 'small'],
    ['few', 'sandbox/small'],
  ])('that %s cannot reach is not found: %s', async (workload, id) => {
    const answer = await gateway.get(`/v1/models/${id}`, { workload });
    await expectUnrecorded(gateway, answer, 'model_unknown', {
      param: 'model',
      message:
        'No such model, or not reachable with this key. GET /v1/models lists those that are.',
    });
  });
});

describe('a model', () => {
  const told = async (path: string, id: string) =>
    (await gateway.get(`${path}/${id}`, { workload: 'default' })).json<object>();

  it('has its limits in the messages format where they are known', async () => {
    const limits = { max_input_tokens: 8_000, max_tokens: 1_000 };
    expect(await told('/alt/v1/models', 'sandbox/org/deep/model')).toMatchObject(limits);
    expect(await told('/alt/v1/models', 'second/small')).not.toHaveProperty('max_tokens');
  });

  it('that embeds says so in the format of Gemini', async () => {
    const methodsOf = (id: string) => told('/v1beta/models', id);
    expect(await methodsOf('sandbox/text-embedding-3-small')).toMatchObject({
      supportedGenerationMethods: ['embedContent', 'batchEmbedContents'],
    });
    expect(await methodsOf('second/small')).toMatchObject({
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    });
  });
});
