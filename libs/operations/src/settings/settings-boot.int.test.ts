import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SystemEntropy } from '#kernel';
import { FoundationModule, InstanceSecrets, loadConfig } from '#platform';
import {
  DatabaseDirectory,
  generateVirtualKey,
  KeyHasher,
  KeyRepository,
  SettingsApplier,
} from '#workloads';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { testDatabase } from '../../../../test/support/test-database.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { OperationsModule } from '../operations.module.js';
import { SettingsBoot } from './settings-boot.js';

const WATCH_MS = 2_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-settings-'));
});
afterEach(() => rm(folder, { recursive: true }));

const settingsOf = (currency: string, more = ''): string =>
  `apiVersion: gw/v1
organisation: { name: Example, currency: ${currency} }
providers: [{ name: p, family: custom, base_url: http://127.0.0.1 }]
${more}`;

/** A replica with a settings file that is in force; its clock stands still until a test moves it. */
async function aReplica() {
  const { app: database, url } = await testDatabase();
  const file = join(folder, 'settings.yaml');
  await writeFile(file, settingsOf('EUR'));
  await utimes(file, 1, 1);
  const config = loadConfig({
    DATABASE_URL: url,
    GW_MASTER_KEY: '07'.repeat(32),
    GW_CONFIG_FILE: file,
  });
  const clock = new FakeClock();
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const app = await NestFactory.createApplicationContext(
    {
      module: OperationsModule,
      imports: [FoundationModule.forRoot({ config, database, secrets, redis: null, clock })],
    },
    { logger: false, abortOnError: false },
  );
  const boot = app.get(SettingsBoot);
  const apply = vi.spyOn(app.get(SettingsApplier, { strict: false }), 'apply');
  const directory = app.get(DatabaseDirectory, { strict: false });
  await boot.start();
  await directory.poll();
  const currency = () => Array.from(directory.organisations(), (one) => one.currency).join();
  /** Lets the watch look at the file until what it says is in force. */
  const untilInForce = (wanted: string) =>
    waitFor(`${wanted} to be in force`, () => {
      clock.advance(WATCH_MS);
      return currency() === wanted;
    });
  const untilLooked = (what: string, isSo: () => Promise<boolean>) =>
    waitFor(what, () => {
      clock.advance(WATCH_MS);
      return isSo();
    });
  /** The file looks the same but for what it says. */
  const edit = async (text: string) => {
    await writeFile(file, text);
    await utimes(file, 1, 1);
  };
  const isActive = async (key: string) => {
    const hmac = app.get(KeyHasher, { strict: false }).hash(key);
    return (
      (await app.get(KeyRepository, { strict: false }).findActiveKeyByHash(hmac)) !== undefined
    );
  };
  return { boot, apply, currency, untilInForce, untilLooked, edit, isActive };
}

it('puts an edited file into force', async () => {
  const { boot, currency, untilInForce, edit } = await aReplica();
  expect(currency()).toBe('EUR');
  await edit(settingsOf('SEK'));
  await untilInForce('SEK');
  boot.stop();
});

it('does not start with a file that cannot be used, and names it', async () => {
  const { boot, edit } = await aReplica();
  boot.stop();
  const file = join(folder, 'settings.yaml');
  await edit('a: [');
  await expect(boot.start()).rejects.toThrow(
    new RegExp(`^The settings file ${file} cannot be used:\n- [^\n]* at line \\d+, column \\d+$`),
  );
  await edit(settingsOf('nothing'));
  await expect(boot.start()).rejects.toThrow(`The settings file ${file} cannot be used:\n- `);
  await rm(file);
  await expect(boot.start()).rejects.toThrow(
    `${file} cannot be used:\n- it cannot be read (ENOENT)`,
  );
});

it('tries an edit again that found the database away', async () => {
  const { boot, apply, untilInForce, edit } = await aReplica();
  apply.mockRejectedValueOnce(new Error('connection refused'));
  await edit(settingsOf('SEK'));
  await untilInForce('SEK');
  expect(apply.mock.settledResults[1]?.type).toBe('rejected');
  boot.stop();
});

it('takes up a key whose file a mount swaps, by what it says', async () => {
  const { boot, apply, untilInForce, untilLooked, edit, isActive } = await aReplica();
  /** As Kubernetes does: a folder of its own, put in place by a link. */
  const mount = async (name: string, key: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'key'), key);
    await utimes(join(folder, name, 'key'), 1, 1);
    await symlink(name, join(folder, '..data.new'));
    await rename(join(folder, '..data.new'), join(folder, '..data'));
  };
  const [first, second] = [0, 1].map(() => generateVirtualKey('test', new SystemEntropy()).text);
  const key = `{ name: ci, secret: { file: '${join(folder, '..data', 'key')}' } }`;
  await edit(settingsOf('SEK', `workloads: [{ name: app, keys: [${key}] }]\n`));
  await untilLooked('the missing key to be told of', async () => apply.mock.calls.length === 2);
  await mount('first', first as string);
  await untilInForce('SEK');
  expect(await isActive(first as string)).toBe(true);
  await mount('second', second as string);
  await untilLooked('the other key', () => isActive(second as string));
  expect(await isActive(first as string)).toBe(false);
  const applied = apply.mock.calls.length;
  await untilLooked('the clock to move on', async () => true);
  boot.stop();
  expect(apply).toHaveBeenCalledTimes(applied);
});
