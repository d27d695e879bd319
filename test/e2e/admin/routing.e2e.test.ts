import { describe, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';
import { PRICE } from '../../support/settings.js';

const gateway = await startGateway(
  {
    providers: [{ name: 'second', models: [{ id: 'small', price: PRICE }] }],
    aliases: [
      { name: 'fast', targets: [{ model: 'second/small' }], fallbacks: ['sandbox/small'] },
      { name: 'lone', targets: [{ model: 'second/small' }] },
    ],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const auditor = await aMember(gateway, 'auditor');
const member = await aMember(gateway, 'member');
const { data: workloads } = (await owner.get('/workloads')).json<{ data: { id: string }[] }>();
const workload = workloads[0]?.id ?? '';

interface Page<Item> {
  readonly data: Item[];
}
interface Provider {
  readonly version: number;
  readonly settings: { readonly enabled: boolean };
  readonly created_at: string | null;
  readonly last_used_at: string | null;
  readonly place: { readonly zone: string; readonly guaranteed: boolean } | null;
  readonly last_test: {
    readonly reachable: boolean;
    readonly by: string | null;
    readonly at: string;
    readonly current: boolean;
    readonly not_checked: string[];
  } | null;
}
const provider = async (name: string) => (await owner.get(`/providers/${name}`)).json<Provider>();
const codeOf = ({ text }: { text: string }) => {
  const { code, error } = JSON.parse(text) as { code?: string; error?: { code: string } };
  return code ?? error?.code;
};
const enable = async (enabled: boolean) => {
  const { version } = await provider('second');
  return owner.patch('/providers/second', { enabled }, { version });
};

describe('a provider that is disabled', () => {
  it('serves no call, is in no list, and gives way to the others of an alias', async () => {
    expect((await gateway.chat({ model: 'second/small' })).status).toBe(200);
    expect((await enable(false)).json<Provider>().settings.enabled).toBe(false);

    const refused = await gateway.chat({ model: 'second/small' });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'permission_denied']);
    expect(refused.text).toContain('an administrator has disabled it');
    expect((await gateway.chat({ model: 'fast' })).status).toBe(200);
    expect((await gateway.chat({ model: 'lone' })).status).toBe(403);

    const listed = (await gateway.get('/v1/models')).json<Page<{ id: string }>>();
    const ids = listed.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['fast', 'sandbox/small']));
    expect(ids.filter((id) => id === 'lone' || id.startsWith('second/'))).toEqual([]);

    const { data } = (await owner.get('/models?provider=second')).json<
      Page<{ reachable: boolean; unreachable_reason: string }>
    >();
    expect(data).toMatchObject([{ reachable: false, unreachable_reason: 'provider_disabled' }]);
    const route = (
      await owner.post('/route/explain', { workload_id: workload, model: 'fast' })
    ).json<{ tried: string[]; candidates: { verdict: string; filters: { name: string }[] }[] }>();
    expect(route.candidates.map(({ verdict }) => verdict)).toEqual(['provider_disabled', 'chosen']);
    expect(route.candidates[0]?.filters.at(-1)).toEqual({ name: 'enabled', passes: false });
    expect(route.tried).toEqual(['sandbox/small']);

    expect((await enable(true)).status).toBe(200);
    expect((await gateway.chat({ model: 'second/small' })).status).toBe(200);
  });
});

describe('what is known of a provider', () => {
  it('is where it is, who tested it last with what result, and when it was used', async () => {
    expect(await provider('second')).toMatchObject({
      place: { zone: 'LOCAL', guaranteed: true },
      last_test: null,
      created_at: expect.any(String),
    });
    expect((await owner.post('/providers/second/test')).status).toBe(200);
    await gateway.records.settled();
    await gateway.app.get(UsageRollUp).rollUp();
    const tested = await provider('second');
    expect(tested.last_test).toMatchObject({ reachable: true, by: 'Olga Owner', current: true });
    expect(Date.parse(tested.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000);

    await owner.patch('/providers/second', { region: 'eu' }, { version: tested.version });
    expect((await provider('second')).last_test).toMatchObject({ current: false });
    const list = (await auditor.get('/providers')).json<Page<Provider>>();
    expect(list.data.map(({ last_test: test }) => test?.by)).toEqual([undefined, 'Olga Owner']);
  });

  it('goes with the provider', async () => {
    const body = { name: 'brief', family: 'openai', secret: { value: 'sk-brief' } };
    expect((await owner.post('/providers', body)).status).toBe(201);
    expect((await owner.post('/providers/brief/test')).status).toBe(200);
    expect((await owner.delete('/providers/brief')).status).toBe(204);
    expect((await owner.post('/providers', body)).status).toBe(201);
    expect((await provider('brief')).last_test).toBeNull();
    await owner.delete('/providers/brief');
  });

  it('is not tested by who may only read', async () => {
    const refused = await auditor.post('/providers/second/test');
    expect([refused.status, codeOf(refused)]).toEqual([403, 'permission_missing']);
  });

  it('says of a family without a list of models what could not be checked', async () => {
    const body = {
      name: 'signed',
      family: 'bedrock',
      region: 'eu-central-1',
      base_url: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
      secret: { value: 'an-api-key' },
    };
    expect((await owner.post('/providers', body)).status).toBe(201);
    const report = (await owner.post('/providers/signed/test')).json<{
      authenticated: boolean | null;
      models_seen: number | null;
      not_checked: string[];
    }>();
    expect(report).toMatchObject({ authenticated: null, models_seen: null });
    expect(report.not_checked).toEqual(expect.arrayContaining(['authentication', 'models']));
    await owner.delete('/providers/signed');
  });
});

describe('families of providers', () => {
  it('say what each of them needs', async () => {
    const { data } = (await auditor.get('/provider-families')).json<Page<{ family: string }>>();
    const of = (family: string) => data.find((one) => one.family === family);
    expect(of('openai')).toMatchObject({ needs_address: false, secret: 'api_key' });
    expect(of('custom')).toMatchObject({ needs_address: true, needs_region: false });
    expect(of('bedrock')).toMatchObject({ secret: 'aws', needs_region: true, lists_models: false });
    expect(of('vertex-claude')).toMatchObject({ secret: 'service_account', needs_project: true });
    expect((await member.get('/provider-families')).status).toBe(403);
  });
});

describe('models', () => {
  interface Model {
    readonly id: string;
    readonly operations: string[];
    readonly price_source: string | null;
  }
  const models = async (query: string) =>
    (await owner.get(`/models?limit=200&${query}`)).json<Page<Model>>().data;

  it('are found by a part of their names, by place and by whether they can be reached', async () => {
    const found = await models('q=SECOND/');
    expect(found).toMatchObject([{ id: 'second/small', price_source: 'organisation' }]);
    expect(found[0]?.operations).toEqual(expect.arrayContaining(['chat', 'embed']));
    expect((await models('zone=LOCAL')).length).toBe((await models('')).length);
    expect(await models('zone=US')).toEqual([]);
    expect(await models('reachable=false&q=second')).toEqual([]);
    const wrong = await owner.get('/models?reachable=perhaps');
    expect([wrong.status, codeOf(wrong)]).toEqual([422, 'invalid']);
  });
});

describe('the price of a model', () => {
  interface History {
    readonly data: { source: string; lines: { unit: string; per_million: string }[] }[];
  }
  const history = async () =>
    (await auditor.get('/prices/history?model=second%2Fsmall')).json<History>().data;
  const priced = async (input: string) => {
    const { version } = await provider('second');
    const models = [{ id: 'small', price: { ...PRICE, input } }];
    return owner.patch('/providers/second', { models }, { version });
  };

  it('has a history of its changes, and of nothing else that was changed', async () => {
    const before = await history();
    expect(before).toMatchObject([{ source: 'organisation' }]);
    expect((await priced('3.50')).status).toBe(200);
    await enable(true);
    expect((await priced('4')).status).toBe(200);
    const inputs = (await history()).map(
      ({ lines }) => lines.find(({ unit }) => unit === 'in')?.per_million,
    );
    expect(inputs).toEqual(['1.00', '3.50', '4.00']);
  });

  it('of a model that nobody knows has none', async () => {
    const none = await owner.get('/prices/history?model=nobody%2Fnothing');
    expect(none.json()).toMatchObject({ data: [] });
    expect((await owner.get('/prices/history')).status).toBe(422);
  });
});

describe('an alias', () => {
  interface Alias {
    readonly id: string;
    readonly created_at: string | null;
    readonly last_used_at: string | null;
  }
  it('tells when it was made, and when a call named it last', async () => {
    await owner.post('/aliases', { name: 'unused', targets: [{ model: 'sandbox/small' }] });
    await gateway.chat({ model: 'fast' });
    await gateway.records.settled();
    await gateway.app.get(UsageRollUp).rollUp();
    const { data } = (await auditor.get('/aliases')).json<Page<Alias>>();
    const of = (id: string) => data.find((one) => one.id === id);
    expect(Date.parse(of('fast')?.last_used_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(of('unused')).toMatchObject({ last_used_at: null, created_at: expect.any(String) });
    expect((await auditor.get('/aliases/fast')).json<Alias>().last_used_at).not.toBeNull();
  });
});
