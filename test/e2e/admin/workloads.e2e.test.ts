import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);

interface Workload {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly settings: { readonly rpm?: number; readonly budget?: { readonly amount: string } };
}
const made = async (name: string, more: object = {}): Promise<Workload> =>
  (await owner.post('/workloads', { name, ...more })).json<Workload>();
const problemOf = ({ status, text }: { status: number; text: string }) => {
  const { code, errors } = JSON.parse(text) as { code: string; errors?: unknown };
  return [status, code, errors];
};

describe('workloads', () => {
  it('are made, listed by pages, changed and deleted, each on record', async () => {
    const first = await made('alpha', { rpm: 7 });
    expect(first).toMatchObject({ name: 'alpha', version: 1, settings: { rpm: 7 } });
    const page = await owner.get('/workloads?limit=1');
    const { data, next_cursor: cursor } = page.json<{ data: Workload[]; next_cursor: string }>();
    expect(data.map(({ name }) => name)).toEqual(['alpha']);
    const rest = await owner.get(`/workloads?limit=1&cursor=${cursor}`);
    expect(rest.json<{ data: Workload[] }>().data.map(({ name }) => name)).toEqual(['default']);

    const changed = await owner.patch(
      `/workloads/${first.id}`,
      { rpm: null, budget: { amount: '5.00', period: 'daily' } },
      { version: 1 },
    );
    expect(changed.headers['etag']).toBe('"2"');
    expect(changed.json<Workload>().settings).toMatchObject({ budget: { amount: '5.00' } });
    expect(changed.json<Workload>().settings.rpm).toBeUndefined();
    expect((await owner.delete(`/workloads/${first.id}`)).status).toBe(204);
    expect((await owner.get(`/workloads/${first.id}`)).status).toBe(404);

    const entries = await waitFor('the entries', async () => {
      const rows = await gateway.database.owner.dataSource.query<{ entry: Buffer }[]>(
        `SELECT entry FROM audit_row WHERE type = 'admin' ORDER BY id`,
      );
      return rows.length >= 4 && rows.map(({ entry }) => JSON.parse(entry.toString()));
    });
    expect(entries.map(({ detail }) => detail.action)).toEqual([
      'setup',
      'workload.create',
      'workload.update',
      'workload.delete',
    ]);
    const { changes } = entries[2].detail as { changes: string };
    expect(JSON.parse(changes)).toContainEqual(['rpm', 7, null]);
  });

  it('that a release before has stored are shown whole, and can be changed', async () => {
    const { id } = await made('older');
    await gateway.database.app.dataSource.query(
      `UPDATE workload SET settings = settings - 'tools' - 'knowledge' WHERE id = $1`,
      [id],
    );
    const { settings } = (await owner.get(`/workloads/${id}`)).json<Workload>();
    expect(settings).toMatchObject({ tools: [], knowledge: [] });
    const changed = await owner.patch(`/workloads/${id}`, { rpm: 3 }, { version: 1 });
    expect(changed.json<Workload>().settings).toMatchObject({ rpm: 3, knowledge: [] });
  });

  it('take effect at once', async () => {
    const [{ id, version }] = (await owner.get('/workloads')).json<{ data: [Workload] }>().data;
    await owner.patch(`/workloads/${id}`, { allowed_models: ['sandbox/echo'] }, { version });
    expect((await gateway.chat()).status).toBe(403);
    await owner.patch(`/workloads/${id}`, { allowed_models: [] }, { version: version + 1 });
    expect((await gateway.chat()).status).toBe(200);
  });

  it('that somebody else changed meanwhile are not overwritten', async () => {
    const { id } = await made('contended');
    const stale = { version: 1 };
    expect((await owner.patch(`/workloads/${id}`, { rpm: 1 }, stale)).status).toBe(200);
    const late = await owner.patch(`/workloads/${id}`, { rpm: 2 }, stale);
    expect(problemOf(late)).toEqual([412, 'version_changed', undefined]);
    const blind = await owner.patch(`/workloads/${id}`, { rpm: 2 });
    expect(problemOf(blind)).toEqual([428, 'version_missing', undefined]);
  });

  it.each([
    [{ name: 'bad name' }, 422, 'invalid', 'name'],
    [{ name: 'bad', rpm: 0 }, 422, 'invalid', 'rpm'],
    [{ name: 'bad', budget: { amount: 5, period: 'daily' } }, 422, 'invalid', 'budget.amount'],
    [{ name: 'bad', colour: 'red' }, 422, 'invalid', 'colour'],
    [{ name: 'default' }, 409, 'name_taken', 'name'],
  ])('that no settings file could say are refused by the field: %j', async (body, ...wanted) => {
    const [status, code, errors] = problemOf(await owner.post('/workloads', body));
    const [fault] = errors as { path: string }[];
    expect([status, code, fault?.path]).toEqual(wanted);
  });
});
