import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';

const US = { zone: 'US', countries: ['US'], guaranteed: true };
const gateway = await startGateway(
  {
    organisation: { residency: { mode: 'enforce', preset: 'eu' } },
    models: [{ id: 'unpriced' }],
    providers: [{ name: 'american', location: US, models: [{ id: 'small', price: 'free' }] }],
    workloads: [{ name: 'default' }, { name: 'narrow', allowed_models: ['sandbox/small'] }],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const admin = await aMember(gateway, 'admin');
const { data: workloads } = (await owner.get('/workloads')).json<{
  data: { id: string; name: string }[];
}>();
const codeOf = ({ status, text }: { status: number; text: string }) => [
  status,
  (JSON.parse(text) as { code: string }).code,
];
interface Page<Item> {
  readonly data: Item[];
  readonly next_cursor: string | null;
}

describe('models', () => {
  interface Model {
    readonly id: string;
    readonly zone: string;
    readonly reachable: boolean;
    readonly unreachable_reason: string | null;
    readonly free: boolean;
    readonly prices: { unit: string; per_million: string }[];
  }
  const models = async (query = '') =>
    (await owner.get(`/models?limit=200${query}`)).json<Page<Model>>().data;
  const find = (all: Model[], id: string) => all.find((one) => one.id === id);

  it('tell what they cost, where they run, and why they cannot be reached', async () => {
    const all = await models();
    expect(find(all, 'sandbox/small')).toMatchObject({
      zone: 'LOCAL',
      reachable: true,
      unreachable_reason: null,
      prices: expect.arrayContaining([
        { unit: 'in', per_million: '1.00' },
        { unit: 'out', per_million: '2.00' },
      ]),
    });
    expect(find(all, 'sandbox/unpriced')).toMatchObject({
      reachable: false,
      unreachable_reason: 'price_missing',
    });
    expect(find(all, 'american/small')).toMatchObject({
      free: true,
      reachable: false,
      unreachable_reason: 'zone_not_allowed',
    });
    const narrow = await models(
      `&workload_id=${workloads.find(({ name }) => name === 'narrow')?.id}`,
    );
    expect(find(narrow, 'sandbox/echo')?.unreachable_reason).toBe('not_allowed');
    expect(find(narrow, 'sandbox/small')?.reachable).toBe(true);
  });

  it('come by pages, and of one provider', async () => {
    const first = (await owner.get('/models?limit=1')).json<Page<Model>>();
    expect(first.data.map(({ id }) => id)).toEqual(['american/small']);
    const rest = await owner.get(`/models?limit=200&cursor=${first.next_cursor}`);
    expect(rest.json<Page<Model>>().data.length).toBe((await models()).length - 1);
    expect((await models('&provider=american')).map(({ id }) => id)).toEqual(['american/small']);
  });

  it('cost what the settings of their provider say from then on', async () => {
    const { version, settings } = (await owner.get('/providers/sandbox')).json<{
      version: number;
      settings: { models: { id: string; price?: object }[] };
    }>();
    const priced = settings.models.map((model) =>
      model.id === 'unpriced'
        ? { ...model, price: { currency: 'EUR', input: '0.25', output: '7.5' } }
        : model,
    );
    const answer = await owner.patch('/providers/sandbox', { models: priced }, { version });
    expect(answer.status).toBe(200);
    expect(find(await models(), 'sandbox/unpriced')).toMatchObject({
      reachable: true,
      prices: expect.arrayContaining([{ unit: 'out', per_million: '7.50' }]),
    });
  });
});

describe('prices', () => {
  it('are listed as they are stored', async () => {
    const page = (await owner.get('/prices?provider=sandbox&limit=200')).json<
      Page<{ model: string; source: string; lines: { unit: string; per_million: string }[] }>
    >();
    const small = page.data.find(({ model }) => model === 'sandbox/small');
    expect(small).toMatchObject({
      source: 'organisation',
      lines: expect.arrayContaining([
        expect.objectContaining({ unit: 'in', per_million: '1.00', currency: 'EUR' }),
      ]),
    });
  });

  it('of a public list are compared, and nothing is changed', async () => {
    const list = JSON.stringify({
      'gpt-x': {
        litellm_provider: 'openai',
        mode: 'chat',
        input_cost_per_token: 0.000002,
        output_cost_per_token: 0.000008,
      },
    });
    const diff = await owner.post('/prices/diff', { list });
    expect(diff.json()).toMatchObject({ models: 1, added_count: 1, changed_count: 0 });
    expect(diff.json<{ added: { text: string }[] }>().added[0]?.text).toContain('openai/gpt-x');
    const again = (await owner.get('/prices?provider=openai')).json<Page<object>>();
    expect(again.data).toEqual([]);
    expect(codeOf(await owner.post('/prices/diff', { list: 'nothing' }))).toEqual([422, 'invalid']);
  });
});

describe('credit', () => {
  interface Credit {
    readonly left: string | null;
    readonly booked: string;
  }
  const read = async () => (await owner.get('/credit')).json<Credit>();
  const adjust = (body: object, client = owner) => client.post('/credit/adjust', body);

  it('is booked by owners who have said again who they are, once for a reference', async () => {
    expect(await read()).toMatchObject({ left: null, booked: '0.00' });
    const bought = { kind: 'purchase', amount: '25.00', reference: 'invoice 1' };
    expect(codeOf(await adjust(bought, admin))).toEqual([403, 'permission_missing']);
    expect((await adjust(bought)).json<Credit>()).toMatchObject({ left: '25.00' });
    expect((await adjust(bought)).json<Credit>()).toMatchObject({ left: '25.00' });
    await gateway.database.owner.dataSource.query('UPDATE member_session SET stepped_up_at = NULL');
    expect(codeOf(await adjust({ kind: 'grant', amount: '1' }))).toEqual([403, 'step_up_needed']);
    await gateway.database.owner.dataSource.query(
      'UPDATE member_session SET stepped_up_at = now()',
    );
    const another = { ...bought, amount: '26.00' };
    expect(codeOf(await adjust(another))).toEqual([409, 'conflict']);
  });

  it('is taken as far as there is any, and spent by calls', async () => {
    expect((await adjust({ kind: 'refund', amount: '5' })).json<Credit>().left).toBe('20.00');
    expect(codeOf(await adjust({ kind: 'expire', amount: '21' }))).toEqual([409, 'conflict']);
    expect((await gateway.chat()).status).toBe(200);
    expect(Number((await read()).left)).toBeLessThan(20);
  });

  it('has a ledger, newest first, page by page', async () => {
    const page = (await owner.get('/credit/entries?limit=1')).json<
      Page<{ kind: string; amount: string; balance: string; reference: string | null }>
    >();
    expect(page.data).toMatchObject([{ kind: 'refund', amount: '-5.00', balance: '20.00' }]);
    const rest = await owner.get(`/credit/entries?cursor=${page.next_cursor}`);
    expect(rest.json()).toMatchObject({
      data: [{ kind: 'purchase', amount: '25.00', balance: '25.00', reference: 'invoice 1' }],
      next_cursor: null,
    });
  });

  it.each([
    [{ kind: 'gift' }, 'kind'],
    [{ amount: '0' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
    [{ kind: 'refund', ends_at: '2040-01-01T00:00:00Z' }, 'ends_at'],
  ])('that cannot be booked is refused by the field: %j', async (wrong, path) => {
    const answer = await adjust({ kind: 'grant', amount: '1', ...wrong });
    const { errors } = answer.json<{ errors: { path: string }[] }>();
    expect([answer.status, errors[0]?.path]).toEqual([422, path]);
  });
});
