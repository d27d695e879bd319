import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Sealer } from '#audit';
import { Background, Metrics } from '#operations';
import { InstanceSecrets, loadConfig, openDatabase, type Database } from '#platform';
import { send } from '../../../test/support/http.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { probeListener } from './probes.js';
import { WorkerModule } from './worker.module.js';

const TOKEN = 'a token of the operators';

let store: TestDatabase;
let worker: INestApplicationContext;
let background: Background;
let probed: Database;
let server: Server;
let url: string;

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  const config = loadConfig({
    DATABASE_URL: store.url,
    GW_MASTER_KEY: '07'.repeat(32),
    GW_METRICS_TOKEN: TOKEN,
  });
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  worker = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({ config, database: store.app, secrets, redis: null }),
    { logger: false, abortOnError: false },
  );
  background = worker.get(Background);
  probed = await openDatabase({ url: store.url, poolSize: 2, asApp: true });
  const listener = probeListener({
    database: probed,
    sealer: worker.get(Sealer),
    metrics: worker.get(Metrics),
    config,
  });
  server = createServer(listener).listen(0, '127.0.0.1');
  url = await new Promise((resolve) => {
    server.once('listening', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
});
afterEach(async () => {
  server.close();
  await background.stop();
  await worker.close();
});

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const { status, text } = await send(url + path, { headers });
  return [status, text] as const;
};

it('is alive as long as the process runs, and ready while it seals on a database it reaches', async () => {
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/readyz')).toEqual([
    503,
    '{"status":"unready","sealer":"stopped","disk":"ok"}',
  ]);
  await background.start('worker');
  expect(await ask('/readyz')).toEqual([200, '{"status":"ready","sealer":"sealing","disk":"ok"}']);
  await probed.close();
  expect(await ask('/readyz')).toEqual([
    503,
    '{"status":"unready","sealer":"sealing","disk":"ok"}',
  ]);
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/elsewhere')).toEqual([404, '']);
});

it('shows how sealing and recovery do to whoever has the token, and to nobody else', async () => {
  expect(await ask('/metrics')).toEqual([404, '']);
  expect(await ask('/metrics', { authorization: 'Bearer another token' })).toEqual([404, '']);
  const [status, text] = await ask('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(status).toBe(200);
  const names = ['record_waiting', 'unsettled', 'sealed_total', 'seal_failures_total'];
  for (const name of [...names, 'interrupted_total']) expect(text).toContain(`gw_${name} 0\n`);
});
