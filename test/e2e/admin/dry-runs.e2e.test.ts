import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { aMember } from '../../support/member.js';

const US = {
  zone: 'US',
  countries: ['US'],
  guaranteed: true,
  storage: { zone: 'US', retention: 'zero' },
  operator: { name: 'Example', country: 'US' },
};
const gateway = await startGateway(
  {
    organisation: {
      protection: { mode: 'mask', terms: [{ term: 'Falcon', kind: 'project' }] },
      residency: { mode: 'enforce', preset: 'anything' },
    },
    providers: [{ name: 'american', location: US }],
    aliases: [
      { name: 'both', targets: [{ model: 'american/small' }], fallbacks: ['sandbox/small'] },
    ],
    workloads: [{ name: 'default' }, { name: 'narrow', allowed_models: ['sandbox/small'] }],
  },
  { managedBy: 'console' },
);
const owner = await AdminClient.setUp(gateway);
const member = await aMember(gateway, 'member');
const sql = gateway.database.owner.dataSource;
const { data } = (await owner.get('/workloads')).json<{ data: { id: string; name: string }[] }>();
const idOf = (wanted: string) => data.find(({ name }) => name === wanted)?.id;

// Before any call is made, which would be recorded a moment later.
it('a test of data protection leaves nothing behind', async () => {
  const entries = async () =>
    (await sql.query<{ count: string }[]>('SELECT count(*) FROM audit_row'))[0]?.count;
  const before = await entries();
  await owner.post('/dlp/test', { text: 'Call Grace Hopper on +49 30 901820.' });
  expect(await entries()).toBe(before);
  expect(gateway.log.lines.filter((line) => line.includes('901820'))).toEqual([]);
});

describe('route/explain', () => {
  interface Route {
    readonly alias: string | null;
    readonly tried: string[];
    readonly error: string | null;
    readonly candidates: { endpoint: string; verdict: string; filters: { name: string }[] }[];
  }
  const explain = async (model: string, workload = 'default', client = owner) =>
    client.post('/route/explain', { workload_id: idOf(workload), model });

  it('tells where a request would go, and what stops the others', async () => {
    const route = (await explain('both')).json<Route>();
    expect(route).toMatchObject({ alias: 'both', tried: ['american/small', 'sandbox/small'] });
    const narrow = (await explain('both', 'narrow')).json<Route>();
    expect(narrow.candidates.map(({ verdict }) => verdict)).toEqual(['not_allowed', 'chosen']);
    const nowhere = (await explain('nobody/small')).json<Route>();
    expect(nowhere).toMatchObject({ candidates: [], error: expect.stringContaining('nobody') });
  });

  it('is for the workloads that somebody sees', async () => {
    expect((await explain('both', 'default', member)).status).toBe(422);
  });
});

describe('residency/preview', () => {
  it('tells which models a policy would take away, and changes nothing', async () => {
    const answer = await owner.post('/residency/preview', { residency: { preset: 'eu' } });
    const preview = answer.json<{
      reachable_before: number;
      reachable_after: number;
      loosens: string[];
      changed: { id: string; reachable_after: boolean; verdict: string }[];
    }>();
    expect(preview.reachable_after).toBeLessThan(preview.reachable_before);
    expect(preview.changed.every(({ id }) => id.startsWith('american/'))).toBe(true);
    expect(preview.changed[0]).toMatchObject({ reachable_after: false });
    expect(preview.loosens).toEqual([]);
    expect((await gateway.chat({ model: 'american/small' })).status).toBe(200);
    const off = await owner.post('/residency/preview', { residency: { mode: 'off' } });
    expect(off.json()).toMatchObject({ changed: [], loosens: ['residency.mode'] });
    const wrong = await owner.post('/residency/preview', { residency: { preset: 'moon' } });
    expect(wrong.status).toBe(422);
  });
});

describe('dlp/test', () => {
  interface Trial {
    readonly mode: string;
    readonly findings: {
      kind: string;
      start: number;
      end: number;
      score: number;
      action: string;
    }[];
    readonly outputs: { mode: string; text: string | null; refusal: string | null }[];
  }
  const EMAIL = 'ada.lovelace@example.org';
  const text = `Write to ${EMAIL} about Falcon.`;
  const test = async (body: object, client = owner) => client.post('/dlp/test', body);

  it('tells what is found, where, how surely, and what each mode would send', async () => {
    const trial = (await test({ text })).json<Trial>();
    expect(trial.mode).toBe('mask');
    const [email, term] = trial.findings;
    expect(email).toMatchObject({ kind: 'email', action: 'mask' });
    expect(text.slice(email?.start, email?.end)).toBe(EMAIL);
    expect(email?.score).toBeGreaterThan(0.5);
    expect(term).toMatchObject({ kind: 'own_term' });
    const outputs = Object.fromEntries(trial.outputs.map((one) => [one.mode, one]));
    expect(outputs['allow_log']?.text).toBe(text);
    expect(outputs['mask']?.text).not.toContain(EMAIL);
    expect(outputs['tokenize']?.text).toMatch(/^Write to EMAIL_\w+ about PROJECT_\w+\.$/);
    expect(outputs['block']).toMatchObject({ text: null, refusal: 'protection_blocked' });
  });

  it('shows the very words that a call would send', async () => {
    const workload = { workload_id: idOf('default'), text };
    const trial = (await test(workload)).json<Trial>();
    const masked = trial.outputs.find(({ mode }) => mode === 'mask')?.text;
    await gateway.sandbox.clear();
    await gateway.chat({ messages: [{ role: 'user', content: text }] });
    const [sent] = await gateway.sandbox.requests();
    expect(JSON.parse(sent?.body ?? '{}').messages[0].content).toBe(masked);
  });

  it('takes 32,000 characters, of workloads that somebody sees', async () => {
    expect((await test({ text: 'a'.repeat(32_001) })).status).toBe(422);
    expect((await test({ text: 'a '.repeat(16_000) })).status).toBe(200);
    expect((await test({ text, workload_id: idOf('default') }, member)).status).toBe(422);
    expect((await test({ text }, member)).status).toBe(200);
  });
});
