import { beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'open', forward: ['/v1/**'] },
    {
      name: 'budgeted',
      forward: ['/v1/**'],
      budget: { amount: '100.00', period: 'total' },
    },
  ],
});
const headers = { 'x-gw-provider': 'sandbox' };

beforeEach(() => gateway.sandbox.clear());

describe('a path that no model is priced for', () => {
  it.each(['/v1/batches', '/v1/fine_tuning/jobs', '/v1/assistants', '/v1/conversations'])(
    '%s is forwarded to nobody but a workload that may',
    async (path) => {
      const body = { model: 'sandbox/small', input: 'x' };
      const refused = await gateway.post(path, body, { headers });
      await expectRefusal(gateway, refused, 'path_not_allowed', { message: /forward/ });
      await gateway.post(path, body, { headers, workload: 'open' });
      expect((await gateway.sandbox.requests()).map((seen) => seen.path)).toEqual([path]);
    },
  );

  it.each(['/v1/chat/completions', '/v1/embeddings'])(
    '%s asks a model by POST, and says so to who opens it otherwise',
    async (path) => {
      const opened = await gateway.send(path, { headers: gateway.headers() });
      await expectRefusal(gateway, opened, 'path_not_allowed', {
        message: /^A model.* by POST.*GET/,
      });
    },
  );

  it('is refused while a budget applies, whatever model it names', async () => {
    for (const body of [{}, { model: 'sandbox/small' }]) {
      const answer = await gateway.post('/v1/batches', body, { headers, workload: 'budgeted' });
      await expectRefusal(gateway, answer, 'path_unpriced');
    }
  });

  it('nor is what a provider bills beside the model', async () => {
    const options = [
      ['deferred', { deferred: true }, /ended/],
      ['plugins[0].model', { plugins: [{ id: 'fusion', model: 'sandbox/free' }] }, /allowed/],
      ['web_search_options', { web_search_options: {} }],
      ['service_tier', { service_tier: 'priority' }],
      ['tools[0]', { tools: [{ type: 'web_search' }] }],
    ] as const;
    for (const [param, option, message] of options) {
      const body = { model: 'sandbox/small', input: 'x', ...option };
      const chat = await gateway.chat(option, { workload: 'budgeted' });
      const response = await gateway.post('/v1/responses', body, { workload: 'budgeted' });
      for (const answer of [chat, response]) {
        if (message) await expectRefusal(gateway, answer, 'field_invalid', { param, message });
        else
          await expectRefusal(gateway, answer, 'option_unpriced', { param, message: /Leave out / });
      }
    }
  });

  it.each([
    '/v1/organization/users',
    '/v1/dashboard/billing/usage',
    '/v1/projects',
    '/v1/realtime/client_secrets',
    '/v1/engines/small/completions',
  ])('%s is never forwarded', async (path) => {
    const answer = await gateway.post(path, {}, { headers, workload: 'open' });
    await expectRefusal(gateway, answer, 'path_administrative');
  });
});

it.each([
  ['/v1/images/generations', { prompt: 'a heron' }],
  ['/v1/completions', { prompt: 'a heron' }],
  ['/v1/responses', { prompt: { id: 'pmpt_a' } }],
  ['/v1/embeddings', { input: 'a' }],
  ['/v1/moderations', { input: 'a' }],
])('%s needs a model', async (path, body) => {
  const answer = await gateway.post(path, body, { headers, workload: 'open' });
  await expectRefusal(gateway, answer, 'model_missing', { param: 'model' });
});

it('background answers are refused where nothing settles them', async () => {
  const body = {
    model: 'sandbox/small',
    messages: [{ role: 'user', content: 'x' }],
    background: true,
  };
  const answer = await gateway.post('/v1/chat/completions', body);
  await expectRefusal(gateway, answer, 'field_invalid', { param: 'background', message: /ended/ });
});
