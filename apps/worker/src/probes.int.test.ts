import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sealer } from '#audit';
import { InstanceSecrets, loadConfig, openDatabase, type Database } from '#platform';
import { send } from '../../../test/support/http.js';
import { testDatabase } from '../../../test/support/test-database.js';
import { probeListener } from './probes.js';
import { WorkerModule } from './worker.module.js';

let sealer: Sealer;
let database: Database;
let server: Server;
let url: string;

beforeAll(async () => {
  const { app, url: databaseUrl } = await testDatabase();
  database = await openDatabase({ url: databaseUrl, poolSize: 2, asApp: true });
  const secrets = new InstanceSecrets(Buffer.alloc(32, 7));
  const worker = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({ config: loadConfig({}), database: app, secrets }),
    { logger: false, abortOnError: false },
  );
  sealer = worker.get(Sealer);
  server = createServer(probeListener(database, sealer)).listen(0, '127.0.0.1');
  url = await new Promise((resolve) => {
    server.once('listening', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
});
afterAll(async () => {
  await sealer.stop();
  server.close();
});

it('is alive as long as the process runs, and ready while it seals on a database it reaches', async () => {
  const ask = async (path: string) => {
    const { status, text } = await send(url + path);
    return [status, text];
  };
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/readyz')).toEqual([503, '{"status":"unready","sealer":"stopped"}']);
  await sealer.start();
  expect(await ask('/readyz')).toEqual([200, '{"status":"ready","sealer":"sealing"}']);
  await database.close();
  expect(await ask('/readyz')).toEqual([503, '{"status":"unready","sealer":"sealing"}']);
  expect(await ask('/healthz')).toEqual([200, '{"status":"ok"}']);
  expect(await ask('/elsewhere')).toEqual([404, '']);
});
