import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Clock, SystemClock, SystemEntropy } from '#kernel';
import { MEMBER_ENTITIES } from '#members';
import {
  explain,
  JsonLogger,
  loadConfig,
  openInstance,
  switchLevelOnSignal,
  type Config,
  type OpenInstance,
} from '#platform';
import { createApi } from './create-api.js';
import type { FromChild } from './start/child-messages.js';
import { Gateway } from './start/gateway.js';
import { listen } from './start/listen.js';
import { StopRequests } from './start/stop-requests.js';
import { Supervisor } from './start/supervisor.js';
import { welcome } from './start/welcome.js';

// After the last answer. Each step has a shorter bound of its own: ten seconds for what is to be written, two
// for the connections, sixteen for an embedded server. Whoever stops us is told to wait 30 seconds.
const FAREWELL_MS = 28_500;

// What an open stream holds between two of its events outlives the young generation, so thousands of
// them fill the heap with garbage at tens of megabytes a second. V8 would let it triple before it
// looks: 8,000 streams took 1.8 GB, and take 1.0 so.
setFlagsFromString('--heap-growing-percent=30');

try {
  const config = loadConfig();
  const logger = new JsonLogger(config.logLevel);
  Logger.overrideLogger(logger); // The app would do so, and a supervisor has none.
  if (config.processes > 1 && cluster.isPrimary) {
    const supervisor = new Supervisor(config, new SystemClock());
    switchLevelOnSignal(logger, config.logLevel, (signal) => supervisor.passOn(signal));
    supervisor.start();
  } else {
    switchLevelOnSignal(logger, config.logLevel);
    await start(config, logger);
  }
} catch (fault) {
  process.stderr.write(`The gateway did not start.\n${explain(fault)}\n`);
  process.exit(1);
}

async function start(config: Config, logger: JsonLogger): Promise<void> {
  const clock = new SystemClock();
  const entropy = new SystemEntropy();
  const instance = await openInstance(config, clock, entropy, {
    migrates: config.migratesOnStart,
    onTaken: endAtOnce,
    entities: MEMBER_ENTITIES,
  });
  try {
    const { database, secrets, redis } = instance;
    const foundation = { config, database, secrets, redis, clock, entropy };
    for (const line of config.misspelt) logger.warn(line, 'environment');
    const app = await createApi(foundation, logger);
    const gateway = app.get(Gateway);
    try {
      await gateway.prepare();
      for (const line of config.unread()) logger.warn(line, 'environment');
      await listen(app, config);
    } catch (fault) {
      await gateway.abandon();
      throw fault;
    }
    const server = app.getHttpServer();
    const facts = await gateway.announce(addressOf(server, config));
    tellServing(welcome(facts, config));
    stopWhenAsked(app, gateway, instance, clock);
  } catch (fault) {
    await instance.close();
    throw fault;
  }
}

/** One of several leaves it to their supervisor to say so, once. */
function tellServing(text: string): void {
  const serving: FromChild = { kind: 'serving', welcome: text };
  if (cluster.isWorker) process.send?.(serving);
  else process.stdout.write(text);
}

/** Two gateways on one data folder would each take the other's open calls for those of a dead one. */
function endAtOnce(): void {
  process.stderr.write('Another gateway has taken this data folder, so this one ends.\n');
  process.exit(1);
}

function stopWhenAsked(
  app: NestFastifyApplication,
  gateway: Gateway,
  instance: OpenInstance,
  clock: Clock,
): void {
  const end = async (): Promise<void> => {
    await gateway.drain(app.getHttpServer());
    clock.after(FAREWELL_MS, giveUp);
    await gateway.stop(app.getHttpServer());
    await app.close();
    await instance.close();
    process.exit(0);
  };
  const requests = new StopRequests(
    { stop: () => void end().catch(giveUp), hurry: () => gateway.hurry() },
    clock,
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => requests.take('signal'));
  }
  // Node ends a process whose supervisor is gone at once, unless it has been told to let go of it: what is
  // open would be cut. Nothing new comes, since the port was the supervisor's.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  process.on('disconnect', () => requests.take('parent gone'));
}

/** What is not written by now is recovered at the next start, from what was durable before. */
function giveUp(fault?: unknown): void {
  process.stderr.write(`The gateway could not end as it should. ${fault ? explain(fault) : ''}\n`);
  process.exit(1);
}

function addressOf(server: Server, config: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}
