import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { UsageRollUp } from '#insight';
import { TypedModels } from '#typed';
import { COMMANDS } from '../../../apps/cli/src/commands.js';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';
import { aMember } from '../../support/member.js';
import { keptTypedModel } from '../../support/onnx/a-typed-model.js';

const SMALL = 'sandbox/small';
const LARGE = 'sandbox/echo';
const CHEAP = 'cheap/small';
const CHEAP_PRICE = { currency: 'EUR', input: '0.10', output: '0.20' };

const routes = [{ name: 'general', low: [SMALL], high: [LARGE] }];
const folder = keptTypedModel();
const gateway = await startGateway(
  {
    providers: [{ name: 'cheap', models: [{ id: 'small', price: CHEAP_PRICE }] }],
    organisation: { auto: { routes } },
  },
  {
    managedBy: 'console',
    env: { GW_TYPED: 'on', GW_TYPED_MODELS_DIR: folder, GW_AUTO_BUDGET_MS: '10000' },
  },
);
await gateway.app.get(TypedModels).start();
const owner = await AdminClient.setUp(gateway);
const member = await aMember(gateway, 'member');
const { token } = (await owner.post('/tokens', { name: 'ci', role: 'admin' })).json<{
  token: string;
}>();
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const { data: workloads } = (await owner.get('/workloads')).json<{ data: { id: string }[] }>();
const workload = workloads[0]?.id ?? '';

/** Everything that was easy goes to the cheap model. */
const wanted = { routes: [{ name: 'general', low: [CHEAP], high: [LARGE] }] };

async function call(content: string): Promise<void> {
  const answer = await gateway.chat({ model: 'gw/auto', messages: [{ role: 'user', content }] });
  expect(answer.status, answer.text).toBe(200);
}
for (const text of ['hello', 'hello it is', 'poem proof']) await call(text);
await gateway.records.settled();
await gateway.app.get(UsageRollUp).rollUp();

describe('a replay of gw/auto', () => {
  it('tells what past calls would have taken by another policy, and cost', async () => {
    const answer = await owner.post('/auto/replay', { auto: wanted });
    expect(answer.status, answer.text).toBe(200);
    const replay = answer.json<{ cost_before: string; cost_after: string; moves: unknown[] }>();
    expect(replay).toMatchObject({
      calls: 3,
      priced: 3,
      currency: 'EUR',
      demands: [
        { before: 'low', after: 'low', calls: 2 },
        { before: 'high', after: 'high', calls: 1 },
      ],
    });
    expect(replay.moves).toEqual([
      { before: SMALL, after: CHEAP, calls: 2 },
      { before: LARGE, after: LARGE, calls: 1 },
    ]);
    expect(Number(replay.cost_after)).toBeLessThan(Number(replay.cost_before));
  });

  it('moves demands by other thresholds', async () => {
    const auto = { ...wanted, low: { reasoning: 0, easy: 1, expected: 0 } };
    const { demands } = (await owner.post('/auto/replay', { auto })).json<{ demands: unknown[] }>();
    expect(demands).toEqual([
      { before: 'low', after: 'medium', calls: 2 },
      { before: 'high', after: 'high', calls: 1 },
    ]);
  });

  it('refuses a policy that could not be saved, and whoever may not see models', async () => {
    const auto = { routes: [{ name: 'general', high: ['nobody/one'] }] };
    const refused = await owner.post('/auto/replay', { auto });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('nobody')]);
    expect((await member.post('/auto/replay', { auto: wanted })).status).toBe(403);
  });

  it('is told on the command line', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gw-auto-')), 'new.yaml');
    writeFileSync(file, JSON.stringify({ organisation: { auto: wanted } }));
    vi.stubEnv('GW_ADMIN_TOKEN', token);
    const command = COMMANDS.find(({ name }) => name.join(' ') === 'auto replay');
    const { code, said } = await heard(async () =>
      command?.run(['--file', file, '--url', gateway.url]),
    );
    rmSync(file);
    expect(code).toBe(0);
    expect(said).toContain('3 calls to gw/auto in 7 days\n');
    expect(said).toContain(`       2  ${SMALL} → ${CHEAP}\n`);
  });
});

describe('a route that is explained', () => {
  it('says in sentences what gw/auto makes of a text', async () => {
    const asked = { workload_id: workload, model: 'gw/auto', text: 'poem proof' };
    const route = (await owner.post('/route/explain', asked)).json<{
      auto: { route: string; demand: string; why: string[] };
      tried: string[];
    }>();
    expect(route.auto).toMatchObject({ route: 'general', demand: 'high' });
    expect(route.auto.why.join(' ')).toMatch(
      /takes it for writing .* asks for a model of high demand\. .* route general/,
    );
    expect(route.tried).toEqual([LARGE]);
  });

  it('says where a request goes that nobody has read', async () => {
    const asked = { workload_id: workload, model: 'gw/auto' };
    const route = (await owner.post('/route/explain', asked)).json<{ auto: { why: string[] } }>();
    expect(route.auto.why[0]).toBe('The router did not read it.');
  });
});
