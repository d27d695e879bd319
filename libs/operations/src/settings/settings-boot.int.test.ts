import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FoundationModule, InstanceSecrets, loadConfig } from '#platform';
import { DatabaseDirectory, SettingsApplier } from '#workloads';
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

const settingsOf = (currency: string): string =>
  `apiVersion: gw/v1
organisation: { name: Example, currency: ${currency} }
providers: [{ name: p, family: custom, base_url: http://127.0.0.1 }]
`;

/** A replica with a settings file that is in force; its clock stands still until a test moves it. */
async function aReplica() {
  const { app: database, url } = await testDatabase();
  const file = join(folder, 'settings.yaml');
  await writeFile(file, settingsOf('EUR'));
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
      imports: [FoundationModule.forRoot({ config, database, secrets, clock })],
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
  const edit = (text: string) => writeFile(file, text);
  return { boot, apply, currency, untilInForce, edit };
}

it('puts an edited file into force', async () => {
  const { boot, currency, untilInForce, edit } = await aReplica();
  expect(currency()).toBe('EUR');
  await edit(settingsOf('SEK'));
  await untilInForce('SEK');
  boot.stop();
});

it('tries an edit again that found the database away', async () => {
  const { boot, apply, untilInForce, edit } = await aReplica();
  apply.mockRejectedValueOnce(new Error('connection refused'));
  await edit(settingsOf('SEK'));
  await untilInForce('SEK');
  expect(apply.mock.settledResults[1]?.type).toBe('rejected');
  boot.stop();
});
