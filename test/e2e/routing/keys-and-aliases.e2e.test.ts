import { beforeEach, describe, expect, it } from 'vitest';
import { errorIn, FORMATS } from '../../support/four-formats.js';
import { startGateway } from '../../support/gateway.js';
import { idOf } from '../../support/http.js';

const to = (name: string, ...models: string[]) => ({
  name,
  targets: models.map((model) => ({ model })),
});

const gateway = await startGateway({
  providers: [
    {
      name: 'shared',
      credential: 'managed',
      models: [{ id: 'small', price: 'free' }],
    },
    { name: 'east', models: [{ id: 'small', price: 'free' }] },
    { name: 'west', models: [{ id: 'small', price: 'free' }] },
  ],
  aliases: [
    to('gw/fast', 'east/small'),
    to('both', 'east/small', 'west/small'),
    to('on-shared', 'shared/small'),
  ],
  workloads: [
    { name: 'default' },
    { name: 'other', aliases: [to('gw/fast', 'west/small'), to('mine', 'gw/fast')] },
    { name: 'listed', allowed_models: ['west/*'] },
  ],
});
beforeEach(() => gateway.sandbox.clear());

const ask = async (fields: object, workload = 'default') => {
  const answer = await gateway.chat(fields, { workload });
  return gateway.records.entry(idOf(answer));
};

describe('an alias of a workload', () => {
  it('wins over the organisation’s of the same name, and is nobody else’s', async () => {
    expect(await ask({ model: 'gw/fast' })).toMatchObject({ provider: 'east', alias: 'gw/fast' });
    expect(await ask({ model: 'gw/fast' }, 'other')).toMatchObject({ provider: 'west' });
    expect(await ask({ model: ' mine ' }, 'other')).toMatchObject({ provider: 'west' });
    expect((await gateway.chat({ model: 'mine' })).status).toBe(400);
  });

  it('is listed for it alone', async () => {
    const ids = async (workload: string) =>
      (await gateway.get('/v1/models', { workload }))
        .json<{ data: { id: string }[] }>()
        .data.map(({ id }) => id);
    expect(await ids('other')).toContain('mine');
    expect(await ids('default')).not.toContain('mine');
    expect((await ids('other')).filter((id) => id === 'gw/fast')).toHaveLength(1);
  });
});

describe.each(FORMATS)('in the format $name', (format) => {
  it('an alias that is not listed leads to models that are, or nowhere', async () => {
    const asking = (model: string) =>
      gateway.post(format.pathOf(model), format.bodyOf(model, 'Hello'), {
        workload: 'listed',
      });
    const answer = await asking('both');
    expect(answer.status).toBe(200);
    expect(await gateway.records.entry(idOf(answer))).toMatchObject({ provider: 'west' });
    const refused = await asking('gw/fast');
    errorIn(format, refused, { status: 403, type: 'permission_error', code: 'permission_denied' });
    expect(await gateway.records.entry(idOf(refused))).toMatchObject({
      refusal: { code: 'model_not_allowed', stage: 'route' },
    });
  });
});

it('a conversation stays where its prompt is cached, and others spread', async () => {
  const providersOf = (conversation: string) =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        const { provider } = await ask({ model: 'both', prompt_cache_key: conversation });
        return provider;
      }),
    );
  const seen = new Set<string | null>();
  for (let at = 0; at < 12; at++) {
    const providers = new Set(await providersOf(`conversation ${at}`));
    expect(providers.size).toBe(1);
    providers.forEach((provider) => seen.add(provider));
  }
  expect(seen).toEqual(new Set(['east', 'west']));
});

describe('a shared key', () => {
  it('is not taken where the organisation has its own for the same place', async () => {
    const { credential, model_routed: model } = await ask({ model: 'on-shared' });
    expect([credential, model]).toEqual(['byok', expect.stringMatching(/\/small$/)]);
  });

  it('is taken where the caller names it', async () => {
    const entry = await ask({ model: 'shared/small' });
    expect(entry).toMatchObject({ provider: 'shared', credential: 'managed' });
  });
});
