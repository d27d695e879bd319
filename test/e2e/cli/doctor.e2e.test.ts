import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { examine } from '../../../apps/cli/src/commands/doctor.js';
import { startGateway } from '../../support/gateway.js';
import { heard } from '../../support/heard.js';

const gateway = await startGateway();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

/** In an environment that has these variables, and of ours no others. */
async function examined(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries({ GW_TYPED: 'off', GW_PORT: '1', ...variables })) {
    vi.stubEnv(name, value);
  }
  return heard(examine);
}

const settings = (address: string) => `
apiVersion: gw/v1
organisation: { name: Example }
providers:
  - { name: near, family: custom, base_url: '${address}', secret: { env: NEAR_KEY } }
  - { name: gone, family: custom, base_url: 'http://127.0.0.1:1/v1' }
  - { name: off, family: custom, base_url: 'http://127.0.0.1:2/v1', enabled: false }
workloads:
  - { name: app, keys: [{ name: ci, secret: { env: APP_KEY } }] }
`;

it('before the first start there is little to look at, and nothing in the way', async () => {
  const { code, said } = await examined({ GW_DATA_DIR: join(folder, 'nowhere') });
  expect(code).toBe(0);
  expect(said).toContain('· disk      ');
  expect(said).toContain('there is none yet; the first start makes it');
  expect(said).toContain('Nothing stands in the way.');
});

it('says of each thing that is wrong what to do, and tells no secret', async () => {
  const file = join(folder, 'settings.yaml');
  await writeFile(file, settings(`${gateway.sandbox.url}/v1`));
  const { code, said } = await examined({
    GW_DATA_DIR: folder,
    GW_CONFIG_FILE: file,
    DATABASE_URL: gateway.database.url,
    GW_MASTER_KEY: 'ab'.repeat(32),
    REDIS_URL: 'redis://:hidden@127.0.0.1:1',
    NEAR_KEY: 'sk-not-to-be-shown',
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^✓ disk .*writable/m);
  expect(said).toMatch(/^✗ settings .*secrets that are not there: APP_KEY$/m);
  expect(said).toMatch(/^✗ redis .*Redis cannot be reached \(ECONNREFUSED\)/m);
  expect(said).toMatch(/^✓ database +PostgreSQL \d+/m);
  expect(said).toMatch(/^✓ clock +\d+ ms/m);
  expect(said).toMatch(/^✓ providers +near at 127\.0\.0\.1:\d+ answers \(\d+\)$/m);
  expect(said).toMatch(/^! providers +gone at 127\.0\.0\.1:1 does not answer/m);
  expect(said).not.toContain('127.0.0.1:2');
  expect(said).toMatch(/^· gateway +none answers/m);
  expect(said).not.toContain('sk-not-to-be-shown');
  expect(said).not.toContain('hidden');
});

it('a gateway that runs is asked, and settings that cannot be used are told by their path', async () => {
  const file = join(folder, 'broken.yaml');
  await writeFile(file, 'apiVersion: gw/v1\norganisation: { name: Example }\nproviders: []\n');
  const { code, said } = await examined({
    GW_DATA_DIR: join(folder, 'nowhere'),
    GW_CONFIG_FILE: file,
    GW_PORT: new URL(gateway.url).port,
  });
  expect(code).toBe(1);
  expect(said).toMatch(/^✗ settings .*broken\.yaml/m);
  expect(said).toContain('providers: at least one is needed');
  expect(said).toMatch(/^[✓!] gateway +http:\/\/127\.0\.0\.1:\d+ serves/m);
});

it('the models are tried as a start tries them', async () => {
  const { said } = await examined({ GW_DATA_DIR: join(folder, 'nowhere'), GW_TYPED: 'router' });
  expect(said).toMatch(/^✓ models +\S.* is whole and passes its own tests$/m);
});
