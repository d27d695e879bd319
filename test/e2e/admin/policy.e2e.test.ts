import { describe, expect, it } from 'vitest';
import { UsageRollUp } from '#insight';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';

const at = (zone: string) => ({
  zone,
  countries: [zone],
  guaranteed: true,
  storage: { zone, retention: 'zero' },
  operator: { name: 'Example', country: zone },
});
const gateway = await startGateway(
  {
    organisation: {
      protection: { mode: 'mask' },
      residency: { mode: 'enforce', preset: 'anything', deny_countries: ['CN'] },
    },
    providers: [
      { name: 'american', location: at('US') },
      { name: 'german', location: at('DE') },
      { name: 'chinese', location: at('CN') },
    ],
    aliases: [
      { name: 'both', targets: [{ model: 'american/small' }], fallbacks: ['german/small'] },
    ],
    workloads: [
      { name: 'default' },
      { name: 'narrow', allowed_models: ['american/*'] },
      {
        name: 'excepted',
        residency: { exceptions: [{ reason: 'a trial', until: '2099-01-01T00:00:00Z' }] },
      },
    ],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const member = await aMember(gateway, 'member');
const auditor = await aMember(gateway, 'auditor');
const sql = gateway.database.owner.dataSource;

const MAIL = 'Write to anna.berger@example.org about it.';
const american = { model: 'american/small' };
await gateway.chat(american);
await gateway.chat({ ...american, messages: [{ role: 'user', content: MAIL }] });
await gateway.chat({ model: 'both' });
await gateway.chat({ model: 'german/small' });
await gateway.chat({ model: 'chinese/small' });
await gateway.chat(american, { workload: 'narrow' });
await gateway.chat(american, { workload: 'excepted' });
await gateway.records.settled();
await gateway.app.get(UsageRollUp).rollUp();

interface Affected {
  readonly workload: string;
  readonly model: string;
  readonly requests: number;
  readonly effect: string;
  readonly verdict: string | null;
  readonly aliases: string[];
}
interface Preview {
  readonly providers: {
    name: string;
    zones: string[];
    models: number;
    reachable_before: number;
    reachable_after: number;
    verdicts: string[];
  }[];
  readonly traffic: {
    requests: number;
    refused: number;
    reported: number;
    admitted: number;
    affected: Affected[];
  };
}
const preview = async (residency: object, client = owner, more: object = {}): Promise<Preview> =>
  (await client.post('/residency/preview', { residency, ...more })).json<Preview>();

describe('residency/preview', () => {
  it('tells which calls of the last seven days would have been refused', async () => {
    const { traffic } = await preview({ preset: 'eu' });
    expect(traffic).toMatchObject({ requests: 7, refused: 4, reported: 0, admitted: 0 });
    const shared = { model: 'american/small', effect: 'refused', verdict: 'zone_not_allowed' };
    expect(traffic.affected).toEqual([
      expect.objectContaining({ ...shared, workload: 'default', requests: 3, aliases: ['both'] }),
      expect.objectContaining({ ...shared, workload: 'narrow', requests: 1, aliases: [] }),
    ]);
  });

  it('tells which would have been marked, and which are refused no longer', async () => {
    const marked = (await preview({ mode: 'report', preset: 'eu' })).traffic;
    // What the policy in force refuses passes then, marked.
    expect(marked).toMatchObject({ refused: 0, reported: 4, admitted: 1 });
    const open = (await preview({ deny_countries: [] })).traffic;
    expect(open.affected).toEqual([
      expect.objectContaining({ model: 'chinese/small', effect: 'admitted', requests: 1 }),
    ]);
    expect((await preview({})).traffic).toMatchObject({ refused: 0, affected: [] });
  });

  it('counts by provider what can be reached before and after', async () => {
    const { providers } = await preview({ preset: 'eu' });
    const by = Object.fromEntries(providers.map((one) => [one.name, one]));
    expect(by['american']).toMatchObject({
      zones: ['US'],
      reachable_after: 0,
      verdicts: ['zone_not_allowed'],
    });
    expect(by['american']?.reachable_before).toBe(by['american']?.models);
    expect(by['german']).toMatchObject({ reachable_after: by['german']?.models, verdicts: [] });
    expect(by['chinese']).toMatchObject({ reachable_before: 0, reachable_after: 0 });
  });

  it('counts the calls that somebody may see', async () => {
    expect((await preview({ preset: 'eu' }, member)).traffic).toMatchObject({
      requests: 0,
      affected: [],
    });
    expect((await preview({ preset: 'eu' }, auditor)).traffic.refused).toBe(4);
    const { data } = (await owner.get('/workloads')).json<{
      data: { id: string; name: string }[];
    }>();
    const id = data.find(({ name }) => name === 'narrow')?.id;
    const narrow = await preview({ preset: 'eu' }, owner, { workload_id: id });
    expect(narrow.traffic).toMatchObject({ requests: 1, refused: 1 });
  });
});

describe('dlp/findings', () => {
  const findings = async (client = owner, query = '') => client.get(`/dlp/findings${query}`);

  it('tells in how many calls of a day a kind was found', async () => {
    const { days, partial } = (await findings()).json<{
      days: { day: string; kind: string; calls: number }[];
      partial: boolean;
    }>();
    expect(days).toEqual([expect.objectContaining({ kind: 'email', calls: 1 })]);
    expect(days[0]?.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(partial).toBe(false);
  });

  it('is for the workloads that somebody sees, and of ninety days at most', async () => {
    expect((await findings(member)).json()).toMatchObject({ days: [] });
    expect((await findings(auditor)).json()).toMatchObject({ days: [{ kind: 'email' }] });
    expect((await findings(owner, '?days=91')).status).toBe(422);
    expect((await findings(owner, '?days=week')).status).toBe(422);
  });
});

describe('dlp/test', () => {
  interface Trial {
    readonly mode: string;
    readonly took_ms: number;
    readonly findings: { kind: string; subtype: string | null; action: string }[];
  }
  const text = 'Falcon costs 4711-AB.';
  const test = (body: object, client = owner) => client.post('/dlp/test', { text, ...body });
  const wanted = {
    mode: 'block',
    terms: [{ term: 'Falcon', kind: 'project' }],
    patterns: [{ name: 'order', pattern: '\\d{4}-[A-Z]{2}' }],
  };

  it('tries a policy that is not stored, and stores nothing', async () => {
    const before = (await owner.get('/organisation')).json();
    const trial = (await test({ protection: wanted })).json<Trial>();
    expect(trial.mode).toBe('block');
    expect(trial.took_ms).toBeGreaterThanOrEqual(0);
    expect(trial.findings.map(({ kind, action }) => [kind, action])).toEqual([
      ['own_term', 'block'],
      ['own_pattern', 'block'],
    ]);
    expect((await owner.get('/organisation')).json()).toEqual(before);
    expect((await test({})).json<Trial>().findings).toEqual([]);
  });

  it('checks it as one that is stored', async () => {
    const slow = { patterns: [{ name: 'slow', pattern: '(a+)+$' }] };
    const answer = await test({ protection: slow });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('protection.patterns');
    const { data } = (await owner.get('/workloads')).json<{ data: { id: string }[] }>();
    const both = await test({ protection: wanted, workload_id: data[0]?.id });
    expect(both.status).toBe(422);
  });

  it('is for who may change it', async () => {
    for (const client of [member, auditor]) {
      const refused = await test({ protection: wanted }, client);
      expect(refused.status).toBe(403);
      expect(refused.json()).toMatchObject({ code: 'permission_missing' });
    }
    expect((await test({}, auditor)).status).toBe(200);
  });
});

it('says why it asks for a step-up', async () => {
  const { version } = (await owner.get('/organisation')).json<{ version: number }>();
  await sql.query('UPDATE member_session SET stepped_up_at = NULL');
  const looser = { residency: { mode: 'off' }, share_ids: true };
  const refused = await owner.patch('/organisation', looser, { version });
  expect(refused.json()).toMatchObject({
    code: 'step_up_needed',
    errors: [{ path: 'residency.mode' }, { path: 'share_ids' }],
  });
});
