import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const auditor = await owner.invited('auditor');
const member = await owner.invited('member');

interface Limits {
  readonly currency: string;
  readonly organisation: { limit: string; amount: string; share: number; period: string }[];
  readonly workloads: {
    workload_name: string;
    binding: string | null;
    left: string | null;
    budget: { amount: string } | null;
  }[];
  readonly has_more: boolean;
}
const read = async (client = auditor, query = '') =>
  (await client.get(`/limits${query}`)).json<Limits>();
const of = (limits: Limits, name: string) =>
  limits.workloads.find(({ workload_name: one }) => one === name);

describe('limits', () => {
  it('bind nobody before there are any', async () => {
    const { organisation, workloads, currency } = await read();
    expect([organisation, currency]).toEqual([[], 'EUR']);
    expect(workloads.map(({ binding, left }) => [binding, left])).toEqual([[null, null]]);
  });

  it('tell which one stops whom first', async () => {
    const budget = (amount: string) => ({ budget: { amount, period: 'monthly' } });
    await owner.post('/workloads', { name: 'small', ...budget('5') });
    await owner.post('/workloads', { name: 'large', ...budget('500') });
    const cap = { amount: '100', period: 'monthly' };
    const { version } = (await owner.get('/organisation')).json<{ version: number }>();
    expect((await owner.patch('/organisation', { cap }, { version })).status).toBe(200);
    const limits = await waitFor('the cap', async () => {
      const now = await read();
      return now.organisation.length > 0 && of(now, 'large') && now;
    });
    expect(limits.organisation).toMatchObject([{ limit: 'cap', amount: '100.00', share: 0 }]);
    expect(of(limits, 'small')).toMatchObject({ binding: 'budget', left: '5.00' });
    expect(of(limits, 'large')).toMatchObject({
      binding: 'cap',
      left: '100.00',
      budget: { amount: '500.00' },
    });
  });

  it('are told of as many workloads as are asked for', async () => {
    const { workloads, has_more: hasMore } = await read(auditor, '?limit=1');
    expect([workloads.length, hasMore]).toEqual([1, true]);
    expect((await auditor.get('/limits?limit=201')).status).toBe(422);
  });

  it('of others are not for members', async () => {
    expect(await read(member)).toMatchObject({ organisation: [], workloads: [], has_more: false });
    await member.post('/workloads', { name: 'mine' });
    const mine = await waitFor('the workload', async () => {
      const now = await read(member);
      return now.workloads.length > 0 && now;
    });
    expect(mine.workloads.map(({ workload_name: name }) => name)).toEqual(['mine']);
    expect(mine.organisation).toEqual([]);
  });
});
