import { describe, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { VERSION } from '#platform';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway(
  { providers: [{ name: 'broken', base_url: 'http://127.0.0.1:9' }] },
  { managedBy: 'console', env: { GW_METRICS_TOKEN: 'a-token-that-nobody-may-see' } },
);
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
const member = await owner.invited('member');

interface Health {
  readonly sealer: string;
  readonly endpoints: {
    provider: string;
    model: string;
    breaker: string;
    requests: number;
    error_rate: number | null;
    last_success_at: string | null;
  }[];
  readonly queues: { queue: string; waiting: number }[];
  readonly replicas: { answers: boolean; version: string; open_calls: number }[];
}

describe('health', () => {
  it('tells of endpoints that serve and of those that do not', async () => {
    await gateway.chat();
    for (let tries = 0; tries < 3; tries++) await gateway.chat({ model: 'broken/small' });
    await gateway.records.settled();
    await gateway.app.get(UsageRollUp).rollUp();
    const health = await waitFor('the version of the replica', async () => {
      const read = (await auditor.get('/health')).json<Health>();
      return read.replicas[0]?.version === VERSION && read;
    });
    const endpoint = (provider: string, model: string) =>
      health.endpoints.find((one) => one.provider === provider && one.model === model);
    expect(endpoint('sandbox', 'small')).toMatchObject({
      breaker: 'closed',
      requests: 1,
      error_rate: 0,
    });
    expect(endpoint('sandbox', 'small')?.last_success_at).not.toBeNull();
    expect(endpoint('sandbox', 'echo')).toMatchObject({ requests: 0, error_rate: null });
    expect(endpoint('broken', 'small')).toMatchObject({
      breaker: 'open',
      error_rate: 1,
      last_success_at: null,
    });
    expect(health.sealer).toBe('sealing');
    expect(health.queues.map(({ queue }) => queue)).toContain('deliveries');
    expect(health.replicas).toMatchObject([{ answers: true, open_calls: 0 }]);
    const overview = (await owner.get('/overview')).json<{ notices: { notice: string }[] }>();
    expect(overview.notices.map(({ notice }) => notice)).toContain('breaker_open');
  });

  it('is not for members', async () => {
    expect((await member.get('/health')).status).toBe(403);
  });
});

describe('activity', () => {
  interface Activity {
    readonly action: string;
    readonly actor_name: string;
    readonly outcome: string;
    readonly changes: unknown[];
  }
  const activity = async (query = '') =>
    (await auditor.get(`/activity?${query}`)).json<{ data: Activity[]; next_cursor: string }>();

  it('tells who did what, and what changed', async () => {
    const made = (await owner.post('/workloads', { name: 'watched', rpm: 5 })).json<{
      id: string;
    }>();
    await owner.patch(`/workloads/${made.id}`, { rpm: 6 }, { version: 1 });
    const { data, next_cursor: cursor } = await activity('limit=1');
    expect(data).toMatchObject([
      {
        action: 'workload.update',
        actor_name: 'Olga Owner',
        outcome: 'ok',
        changes: [['rpm', 5, 6]],
      },
    ]);
    const rest = await activity(`limit=1&cursor=${cursor}`);
    expect(rest.data).toMatchObject([{ action: 'workload.create' }]);
  });

  it('is found by its action', async () => {
    const actions = (await activity('action=workload')).data.map(({ action }) => action);
    expect(actions).toEqual(['workload.update', 'workload.create']);
    expect((await activity('action=workload.delete')).data).toEqual([]);
  });

  it('is found by who did it', async () => {
    const { id } = (await owner.get('/session')).json<{ id: string }>();
    const actors = async (who: string) =>
      (await activity(`actor=member%20${who}`)).data.map(({ actor_name: name }) => name);
    expect(new Set(await actors(id))).toEqual(new Set(['Olga Owner']));
    expect(await actors('0199f0f0-0000-7000-8000-000000000000')).toEqual([]);
    expect((await auditor.get('/activity?actor=somebody')).status).toBe(422);
  });

  it('is kept as a table and as JSON, filtered as the list is', async () => {
    const table = await auditor.get('/activity/export?action=workload');
    expect(table.headers['content-type']).toContain('text/csv');
    const [head, newest, , end] = table.text.split('\r\n');
    expect(head).toBe('at,type,action,target,actor_kind,actor_id,actor_name,outcome,ip,changes');
    expect(newest).toMatch(/^\d{4}-\S+Z,admin,workload\.update,.*"\[\[""rpm"",5,6\]\]"$/);
    expect(end).toBe('');
    const json = await auditor.get('/activity/export?action=workload.create&format=json');
    expect(json.json()).toMatchObject([{ action: 'workload.create', outcome: 'ok' }]);
    expect((await auditor.get('/activity/export?limit=1')).status).toBe(422);
    expect((await member.get('/activity/export')).status).toBe(403);
  });

  it('has what was tried without permission', async () => {
    await member.post('/audit/verify');
    expect((await activity('limit=1')).data).toMatchObject([
      { action: 'denied', outcome: 'refused' },
    ]);
    expect((await member.get('/activity')).status).toBe(403);
  });
});

describe('the system', () => {
  it('tells what runs, and no secret', async () => {
    const answer = await auditor.get('/system');
    expect(answer.json()).toMatchObject({
      version: VERSION,
      features: { redis: false, own_database: true },
      config: { metricsToken: '[secret]', databaseUrl: '[secret]' },
    });
    expect(answer.text).toContain('UsageRollups');
    expect(answer.text).not.toContain('a-token-that-nobody-may-see');
    expect((await member.get('/system')).status).toBe(403);
  });
});
