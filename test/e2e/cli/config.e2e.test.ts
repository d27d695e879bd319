import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../apps/cli/src/commands.js';
import { AdminClient } from '../../support/admin.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';

const gateway = await startGateway({}, { managedBy: 'console' });
const owner = await AdminClient.setUp(gateway);
const made = await owner.post('/tokens', { name: 'ci', role: 'admin' });
const { token } = made.json<{ token: string }>();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-config-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function gw(...words: string[]): Promise<{ code: number; said: string }> {
  const command = COMMANDS.find(({ name }) => name.every((word, place) => words[place] === word));
  return heard(async () => (await command?.run(words.slice(command.name.length))) ?? -1);
}

async function aDocument(text: string): Promise<string> {
  const path = join(folder, 'gateway.yaml');
  await writeFile(path, text);
  return path;
}
const at = ['--url', gateway.url];

it('a document is planned, and applied by the hash of its plan', async () => {
  vi.stubEnv('GW_ADMIN_TOKEN', token);
  const file = await aDocument(
    'apiVersion: gw/v1\nworkloads: [{name: default, rpm: 9}, {name: new}]',
  );
  const plan = await gw('config', 'plan', file, ...at);
  expect(plan.said).toContain('~ workload default\n    rpm: null → 9\n');
  expect(plan.said).toContain('+ workload new\n');
  const hash = /Plan ([0-9a-f]{64})/.exec(plan.said)?.[1] ?? '';
  const applied = await gw('config', 'apply', file, ...at, '--plan', hash);
  expect(applied).toEqual({ code: 0, said: 'Done: 1 created, 1 updated, 0 deleted.\n' });
  expect(await gw('config', 'plan', file, ...at)).toEqual({
    code: 0,
    said: 'Nothing would change.\n',
  });
  const stale = await gw('config', 'apply', file, ...at, '--plan', hash);
  expect([stale.code, stale.said]).toEqual([1, expect.stringContaining('changed it meanwhile')]);
});

it('what is wrong with a document is told by its place', async () => {
  vi.stubEnv('GW_ADMIN_TOKEN', token);
  const file = await aDocument('apiVersion: gw/v1\nworkloads: [{name: default, rpm: 0}]');
  const { code, said } = await gw('config', 'plan', file, ...at);
  expect([code, said]).toEqual([1, expect.stringContaining('- workloads[0].rpm: ')]);
});

it('nothing is asked without a token, nor applied without a plan', async () => {
  const file = await aDocument('apiVersion: gw/v1');
  vi.stubEnv('GW_ADMIN_TOKEN', '');
  await expect(gw('config', 'plan', file, ...at)).rejects.toThrow('GW_ADMIN_TOKEN');
  vi.stubEnv('GW_ADMIN_TOKEN', token);
  await expect(gw('config', 'apply', file, ...at)).rejects.toThrow('--plan');
});
