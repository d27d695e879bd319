import 'reflect-metadata';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { Sealer } from '#audit';
import { SystemClock, SystemEntropy } from '#kernel';
import { Background, Metrics } from '#operations';
import { explain, JsonLogger, loadConfig, openInstance, switchLevelOnSignal } from '#platform';
import { probeListener } from './probes.js';
import { WorkerModule } from './worker.module.js';

/** Seals what the API replicas record, and records the calls of replicas that died. */
const clock = new SystemClock();
const entropy = new SystemEntropy();
const { config, instance } = await open().catch(giveUpStart);
const { database, secrets, redis } = instance;
const logger = new JsonLogger(config.logLevel);
switchLevelOnSignal(logger, config.logLevel);
for (const line of config.misspelt) logger.warn(line, 'environment');
const app = await NestFactory.createApplicationContext(
  WorkerModule.forRoot({ config, database, secrets, redis, clock, entropy }),
  { logger, abortOnError: false },
);
const background = app.get(Background);
await background.start('worker');
const sealer = app.get(Sealer);
const probes = createServer(probeListener({ database, sealer, metrics: app.get(Metrics), config }));
await once(probes.listen(config.workerPort, config.host), 'listening').catch(giveUpStart);
process.stdout.write(
  `The worker is sealing. Probes: http://${config.host}:${config.workerPort}/readyz\n`,
);

function giveUpStart(fault: unknown): never {
  process.stderr.write(`The worker did not start.\n${explain(fault)}\n`);
  process.exit(1);
}

async function open() {
  const config = loadConfig();
  if (!config.databaseUrl) {
    throw new Error(
      'The worker shares a database with the API: set DATABASE_URL for both. Without it the API does this work itself.',
    );
  }
  const use = { migrates: config.migratesOnStart };
  return { config, instance: await openInstance(config, clock, entropy, use) };
}

const FAREWELL_MS = 15_000; // Each step has a shorter bound of its own: ten seconds, and two.

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  clock.after(FAREWELL_MS, giveUp);
  probes.close();
  await background.stop();
  await app.close();
  await instance.close();
  process.exit(0);
}
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) {
  process.on(event, () => void stop().catch(giveUp));
}

/** What is not sealed by now stays pending, for the next start or another replica. */
function giveUp(fault?: unknown): void {
  logger.error('the worker could not end as it should', fault ?? 'out of time');
  process.exit(1);
}
