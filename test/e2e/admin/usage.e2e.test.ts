import { describe, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { formatNano } from '#kernel';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';

const MAIL = 'Write to anna.berger@example.org about it.';
const gateway = await startGateway(
  {
    organisation: { protection: { mode: 'tokenize' }, time_zone: 'Europe/Vienna' },
    workloads: [
      { name: 'default', budget: { amount: '0.01', period: 'monthly' } },
      { name: 'narrow', allowed_models: ['sandbox/echo'] },
    ],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const member = await owner.invited('member');

await gateway.chat();
await gateway.chat({ model: 'sandbox/echo', messages: [{ role: 'user', content: MAIL }] });
await gateway.stream({ model: 'sandbox/echo' }, { workload: 'narrow' });
await gateway.chat({}, { workload: 'narrow' });
await gateway.records.settled();
await gateway.app.get(UsageRollUp).rollUp();

interface Sums {
  readonly requests: number;
  readonly refused: number;
  readonly cost: string;
  readonly tokens_in: number;
  readonly protected: number;
  readonly latency_p95_ms: number | null;
}
interface Usage {
  readonly total: Sums;
  readonly previous: Sums;
  readonly interval: string;
  readonly groups: (Sums & { group: string; name: string | null })[];
  readonly series: { at: string; group: string | null; cost: string; requests: number }[];
}
const usage = async (query = '', client = owner): Promise<Usage> =>
  (await client.get(`/usage?${query}`)).json<Usage>();
const ledger = async (): Promise<string> => {
  const [{ nano } = { nano: '0' }] = await gateway.database.app.dataSource.query<
    { nano: string }[]
  >('SELECT sum(nano) AS nano FROM ledger_entry');
  return formatNano(BigInt(nano));
};
const nanoOf = (cost: string) => BigInt(Math.round(Number(cost) * 1e9));

describe('usage', () => {
  it('adds up to what the ledger says, in total, by groups and in its course', async () => {
    const { total, previous, groups, series, interval } = await usage();
    expect(total).toMatchObject({ requests: 4, refused: 1, cost: await ledger(), protected: 1 });
    expect(total.latency_p95_ms).not.toBeNull();
    expect(previous).toMatchObject({ requests: 0, cost: '0.00', latency_p95_ms: null });
    expect(groups.map(({ name, requests }) => `${name} ${requests}`).toSorted()).toEqual([
      'default 2',
      'narrow 2',
    ]);
    const sum = (costs: { cost: string }[]) =>
      costs.reduce((all, { cost }) => all + nanoOf(cost), 0n);
    expect(sum(groups)).toBe(nanoOf(total.cost));
    expect(sum(series)).toBe(nanoOf(total.cost));
    expect(interval).toBe('day');
  });

  it.each([
    ['group_by=model', ['sandbox/echo', 'sandbox/small']],
    ['group_by=outcome', ['ok', 'refused']],
    ['group_by=surface', ['chat']],
    ['group_by=member', ['']],
    ['group_by=provider&outcome=ok', ['sandbox']],
    ['group_by=model&model=sandbox/echo', ['sandbox/echo']],
    ['group_by=workload&provider=nobody', []],
  ])('is grouped: %s', async (query, wanted) => {
    const { groups } = await usage(query);
    expect(groups.map(({ group }) => group).toSorted()).toEqual(wanted);
  });

  it('is cut by days of the organisation', async () => {
    const { groups } = await usage('group_by=day');
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' });
    const days = [day.format(Date.now() - 60_000), day.format(Date.now())];
    for (const { group } of groups) expect(days).toContain(group);
  });

  it('is the same by whole days and by hours', async () => {
    const now = Date.now();
    const range = `from=${new Date(now - 5 * 86_400_000).toISOString()}&to=${new Date(now + 2 * 86_400_000).toISOString()}`;
    const [byDay, byHour] = [
      await usage(`${range}&interval=day`),
      await usage(`${range}&interval=hour`),
    ];
    expect(byHour.total).toEqual(byDay.total);
    const sum = ({ series }: Usage) => series.reduce((all, { requests }) => all + requests, 0);
    expect([sum(byDay), sum(byHour)]).toEqual([4, 4]);
  });

  it('is exported', async () => {
    const csv = await owner.get('/usage/export?group_by=model');
    expect(csv.headers['content-type']).toContain('text/csv');
    const [head, ...rows] = csv.text.trim().split('\r\n');
    expect(head).toMatch(/^group,name,requests,refused,/);
    expect(rows).toHaveLength(2);
    const json = await owner.get('/usage/export?group_by=model&format=json');
    expect(json.json<Usage>().total.requests).toBe(4);
  });

  it.each([
    'group_by=colour',
    'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
    'from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z&interval=hour',
    'limit=5',
  ])('refuses %s', async (query) => {
    expect((await owner.get(`/usage?${query}`)).status).toBe(422);
  });

  it('of members is that of their own workloads', async () => {
    expect((await usage('', member)).total.requests).toBe(0);
  });
});

describe('the overview', () => {
  interface Overview {
    readonly total: Sums;
    readonly series: { requests: number; ttft_p95_ms: number | null }[];
    readonly limits: { limit: string; workload_name: string; spent: string; share: number }[];
    readonly newest: { id: string }[];
    readonly notices: { notice: string }[];
    readonly spend_by_provider: { provider: string | null; cost: string }[];
  }
  const overview = async (range: string, client = owner): Promise<Overview> =>
    (await client.get(`/overview?range=${range}`)).json<Overview>();

  it.each(['24h', '7d', '30d', '90d'])('tells of the last %s', async (range) => {
    const {
      total,
      series,
      limits,
      newest,
      notices,
      spend_by_provider: spend,
    } = await overview(range);
    expect(total).toMatchObject({ requests: 4, refused: 1, cost: await ledger() });
    expect(series.reduce((all, { requests }) => all + requests, 0)).toBe(4);
    expect(limits).toMatchObject([{ limit: 'budget', workload_name: 'default' }]);
    expect(limits[0]?.share).toBeGreaterThan(0);
    expect(newest).toHaveLength(4);
    expect(notices.map(({ notice }) => notice)).toEqual(['log_not_verified']);
    const ofSandbox = spend.filter(({ provider }) => provider === 'sandbox');
    expect(ofSandbox.length).toBeGreaterThan(0);
  });

  it('shows a member nothing of others', async () => {
    expect(await overview('24h', member)).toMatchObject({
      total: { requests: 0 },
      limits: [],
      newest: [],
      notices: [],
    });
  });

  it('says that a limit is near', async () => {
    const workloads = (await owner.get('/workloads')).json<{
      data: { id: string; name: string; version: number }[];
    }>().data;
    const { id, version } = workloads.find(({ name }) => name === 'default') ?? {};
    const budget = { amount: '0.00000001', period: 'monthly' };
    await owner.patch(`/workloads/${id}`, { budget }, { version: version ?? 0 });
    const { notices, limits } = await overview('24h');
    expect(limits[0]?.share).toBeGreaterThan(1);
    expect(notices.map(({ notice }) => notice)).toContain('limit_near');
  });
});
