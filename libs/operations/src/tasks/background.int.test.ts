import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Sealer } from '#audit';
import { FoundationModule, InstanceSecrets, loadConfig } from '#platform';
import { DatabaseDirectory, readSettings } from '#workloads';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { anOwner } from '../../../audit/src/testing/a-call.js';
import { TestWebhook, WEBHOOK_SECRET } from '../../../audit/src/testing/anchor-servers.js';
import { aConfig, auditWorld } from '../../../audit/src/testing/audit-world.js';
import { MemoryLogger } from '../../../../test/support/memory-logger.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { OperationsModule } from '../operations.module.js';
import { SettingsBoot } from '../settings/settings-boot.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Background } from './background.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});

/** A process of either kind on a database that an API has put settings into. */
async function aProcess(env: Readonly<Record<string, string>> = {}, alerts: unknown = {}) {
  const config = loadConfig({ DATABASE_URL: database.url, GW_MASTER_KEY: '07'.repeat(32), ...env });
  const clock = new FakeClock();
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const foundation = FoundationModule.forRoot({
    config,
    database: database.app,
    secrets,
    redis: null,
    clock,
  });
  const app = await NestFactory.createApplicationContext(
    { module: OperationsModule, imports: [foundation] },
    { logger: false, abortOnError: false },
  );
  const organisation = { name: 'Example', currency: 'EUR', alerts };
  const providers = [{ name: 'p', family: 'custom', base_url: 'http://127.0.0.1' }];
  await app
    .get(SettingsBoot)
    .apply(
      readSettings(
        { apiVersion: 'gw/v1', organisation, providers },
        new Map([['custom', { baseUrl: undefined }]]),
      ),
    );
  const directory = app.get(DatabaseDirectory, { strict: false });
  const known = () => Array.from(directory.organisations(), ({ name }) => name);
  const leases = async () =>
    (await database.app.query({ name: 'test-leases', text: 'SELECT 1 FROM replica_lease' })).length;
  return {
    background: app.get(Background),
    sealer: app.get(Sealer, { strict: false }),
    clock,
    known,
    leases,
  };
}

function aLog(): MemoryLogger {
  const log = new MemoryLogger();
  Logger.overrideLogger(log);
  onTestFinished(() => Logger.overrideLogger(false));
  return log;
}

it('makes a worker know the settings, seal, and leave no lease behind', async () => {
  const { background, sealer, clock, known, leases } = await aProcess({
    GW_CONFIG_FILE: '/nowhere/settings.yaml', // The API's, which the worker has no need of.
    GW_ROLE: 'api',
  });
  await background.start('worker');
  expect(known()).toEqual(['Example']);
  expect([sealer.state, await leases()]).toEqual(['sealing', 1]);
  const stopped = background.stop();
  clock.advance(5_000);
  await stopped;
  expect([sealer.state, await leases()]).toEqual(['stopped', 0]);
});

it('writes anchors elsewhere from the worker that seals, not from the API beside it', async () => {
  const webhook = await new TestWebhook().start();
  onTestFinished(() => webhook.close());
  const start = async (kind: 'api' | 'worker') => {
    const { background, clock } = await aProcess({
      GW_ROLE: 'api', // In the environment of both, as where they share it.
      GW_DATA_DIR: aConfig().dataDir,
      GW_ANCHOR_WEBHOOK: webhook.url,
      GW_ANCHOR_WEBHOOK_SECRET: WEBHOOK_SECRET,
    });
    await background.start(kind);
    return async () => {
      const stopped = background.stop();
      clock.advance(5_000);
      await stopped;
      return webhook.events.map(({ organisation }) => organisation);
    };
  };
  const owner = anOwner();
  const stopApi = await start('api');
  await auditWorld(database.app).serve(owner);
  const stopWorker = await start('worker');
  expect(await stopWorker()).toContain(owner.organisationId);
  const written = webhook.events.length;
  expect(await stopApi()).toHaveLength(written);
  expect(webhook.refused).toEqual([]);
});

it('says at its start that a worker has no server for the mails of an organisation', async () => {
  const emails = ['ada@example.org'];
  const start = async (env: Readonly<Record<string, string>>) => {
    const { background, clock } = await aProcess({ GW_ROLE: 'api', ...env }, { emails });
    const log = aLog();
    await background.start('worker');
    const stopped = background.stop();
    clock.advance(5_000);
    await stopped;
    return log.lines.filter((line) => line.startsWith('error '));
  };
  const told = await start({});
  expect(told).toEqual([expect.stringContaining('error Example has alerts by mail')]);
  expect(told.join()).not.toContain('ada@');
  expect(
    await start({ GW_SMTP_URL: 'smtp://127.0.0.1:25', GW_SMTP_FROM: 'gw@example.org' }),
  ).toEqual([]);
});

it('stops in bounded time although the database answers and does not get on', async () => {
  const { background, clock } = await aProcess({ GW_ROLE: 'api' });
  await background.start('api');
  const isFree = new Promise<void>((free) => onTestFinished(() => free()));
  const isLocked = new Promise<void>((locked) => {
    void database.owner.transaction(async (tx) => {
      await tx.query({ name: 'test-lock', text: 'LOCK TABLE replica_lease' });
      locked();
      await isFree;
    });
  });
  await isLocked;
  const log = aLog();
  const stopped = background.stop();
  await waitFor('the lease to be given back', async () => {
    const waits = 'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = $1::regclass';
    const rows = await database.owner.query({ name: 'test-waits', text: waits }, ['replica_lease']);
    return rows.length > 0;
  });
  clock.advance(10_000);
  await stopped;
  expect(log.lines).toContainEqual(
    expect.stringMatching(/^error recovery: not ended within 10 s, nor what stops after it/),
  );
});

it('leaves the sealing to the worker where the API is told so', async () => {
  const { background, sealer } = await aProcess({ GW_ROLE: 'api' });
  await background.start('api');
  expect(sealer.state).toBe('stopped');
  await background.stop();
});

it('stops what had started when a later task does not start', async () => {
  const { background, sealer, clock, leases } = await aProcess();
  vi.spyOn(sealer, 'start').mockRejectedValue(new Error('no partitions'));
  await expect(background.start('api')).rejects.toThrow('no partitions');
  expect([clock.pending, await leases()]).toEqual([0, 0]);
});
