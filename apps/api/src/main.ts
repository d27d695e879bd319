import 'reflect-metadata';
import type { Server } from 'node:http';
import { SystemClock, SystemEntropy } from '#kernel';
import { JsonLogger, loadConfig, openInstance } from '#platform';
import { createApi } from './create-api.js';
import { Gateway } from './start/gateway.js';
import { welcome } from './start/welcome.js';

const config = loadConfig();
const logger = new JsonLogger(config.logLevel);
const clock = new SystemClock();
const entropy = new SystemEntropy();
const instance = await openInstance(config, clock, entropy, { migrates: config.migratesOnStart });
const { database, secrets } = instance;
const app = await createApi({ config, database, secrets, clock, entropy }, logger);
const gateway = app.get(Gateway);
await gateway.prepare();
await app.listen(config.port, config.host);
const server = app.getHttpServer() as Server;
process.stdout.write(welcome(await gateway.announce(addressOf(server)), config));

let isStopping = false;
const stop = (): void => {
  if (isStopping) return gateway.hurry();
  isStopping = true;
  void end();
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
process.on('disconnect', stop); // Whoever started this process is gone.

async function end(): Promise<void> {
  await gateway.stop(server);
  await app.close();
  await instance.close();
  process.exit(0);
}

function addressOf(listening: Server): string {
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}
