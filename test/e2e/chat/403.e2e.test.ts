import { beforeEach, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const target = (model: string) => ({ model, weight: 1 });
const gateway = await startGateway({
  providers: [{ name: 'second' }],
  aliases: [
    { name: 'gw/auto', targets: [target('sandbox/small')], fallbacks: ['second/small'] },
    { name: 'gw/other', targets: [target('sandbox/echo')] },
  ],
  workloads: [
    { name: 'default' },
    { name: 'one', allowed_models: ['sandbox/small'] },
    { name: 'provider', allowed_models: ['second/*'] },
    { name: 'alias', allowed_models: ['gw/auto'] },
  ],
});

beforeEach(() => gateway.sandbox.clear());

it.each([
  ['one', 'sandbox/echo'],
  ['one', 'second/small'],
  ['one', 'gw/other'],
  ['provider', 'sandbox/small'],
  ['alias', 'sandbox/small'],
  ['alias', 'gw/other'],
])(
  'refuses a model outside a non-empty allow-list and seals the refusal: %s asks for %s',
  async (workload, model) => {
    const answer = await gateway.chat({ model }, { workload });
    await expectRefusal(gateway, answer, 'model_not_allowed', {
      param: 'model',
      message: `The model ${model} is not on the allow-list of this workload. GET /v1/models lists those that are.`,
    });
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({ model_requested: model, refusal: { stage: 'route' } });
  },
);

it.each([
  ['default', 'sandbox/echo', 'sandbox'],
  ['one', 'sandbox/small', 'sandbox'],
  ['provider', 'second/echo', 'second'],
  ['alias', 'gw/auto', 'sandbox'],
  ['one', 'gw/auto', 'sandbox'],
  ['provider', 'gw/auto', 'second'],
])(
  'serves what the list names, as a model, a provider or an alias: %s asks for %s',
  async (workload, model, provider) => {
    const answer = await gateway.chat({ model }, { workload });
    expect(answer.status).toBe(200);
    expect(answer.json<{ model: string }>().model).toBe(model);
    const entry = await gateway.records.entry(String(answer.headers['request-id']));
    expect(entry).toMatchObject({ model_requested: model, provider });
  },
);
