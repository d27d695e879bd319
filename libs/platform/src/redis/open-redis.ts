import { Logger } from '@nestjs/common';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Clock } from '#kernel';
import { isReply, RedisLink } from './redis-link.js';

const CONNECT_MS_MAX = 500;
const DISCONNECT_MS_MAX = 250; // A server that is frozen never says good-bye, and the process is to end.
const REDIAL_MS_MAX = 500; // A server that comes back is used within that.
const START_MS_MAX = 5_000; // For all seeds: a roll-out starts Redis and gateway together.
const PAUSE_MS = 100;
const NEVER_EVICTS = 'noeviction';
const VERSION_MIN = 7; // INFO within scripts, HELLO, and functions that older ones lack.

/** By default ioredis keeps what cannot be sent, and sends again what was not answered. */
const OPTIONS: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  connectTimeout: CONNECT_MS_MAX,
  disconnectTimeout: DISCONNECT_MS_MAX,
  keepAlive: 5_000,
  retryStrategy: (times) => Math.min(times * 50, REDIAL_MS_MAX),
  lazyConnect: true,
};

/**
 * @param url `redis://` or `rediss://`; several, with commas between them, are nodes of one cluster.
 *   A single one that is a node of a cluster stands for all of it
 * @throws Error that says what to do, when none of them can be used
 */
export async function openRedis(url: string, clock: Clock): Promise<RedisLink> {
  const { client, policy } = await dial(url, clock, {});
  if (policy !== NEVER_EVICTS) {
    // No bound today; whoever sets one tomorrow would not think of the counters.
    new Logger('redis').warn(
      `Redis would throw counters away if its memory were bounded (maxmemory-policy ${policy}). Set it to ${NEVER_EVICTS}.`,
    );
  }
  await client.connect();
  return new RedisLink(client, clock);
}

/** A client that has not connected yet. @param options beside those that every client of ours has */
export async function dialRedis(
  url: string,
  clock: Clock,
  options: RedisOptions = {},
): Promise<Redis | Cluster> {
  return (await dial(url, clock, options)).client;
}

async function dial(url: string, clock: Clock, options: RedisOptions) {
  const seeds = url.split(',').map((seed) => seed.trim());
  const { seed, isCluster, policy } = await firstThatServes(seeds, clock);
  if (!isCluster && seeds.length > 1) {
    throw new Error('REDIS_URL names several servers, and they are no cluster. Name one of them.');
  }
  const all = { ...OPTIONS, ...options };
  const client = isCluster ? clusterOf(seeds, seed, all) : new Redis(seed, all);
  client.on('error', () => undefined); // Said by each call.
  return { client, policy };
}

function clusterOf(seeds: readonly string[], seed: string, options: RedisOptions): Cluster {
  const { username, password, protocol } = new URL(seed);
  return new Cluster([...seeds], {
    enableOfflineQueue: options.enableOfflineQueue ?? false,
    lazyConnect: true,
    slotsRefreshTimeout: CONNECT_MS_MAX,
    slotsRefreshInterval: 2_000, // A node that was replaced is known within that.
    maxRedirections: 3,
    retryDelayOnFailover: 20, // Within the time that an answer may take.
    retryDelayOnClusterDown: 20,
    clusterRetryStrategy: (times) => Math.min(times * 50, REDIAL_MS_MAX),
    redisOptions: {
      ...options,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
}

/** Also what start-up checks of it: a server that may forget, or lacks what is needed, is refused. */
async function firstThatServes(
  seeds: readonly string[],
  clock: Clock,
): Promise<{ readonly seed: string; readonly isCluster: boolean; readonly policy: string }> {
  const faults: unknown[] = [];
  const untilMs = clock.monotonicMs() + START_MS_MAX;
  do {
    for (const seed of seeds) {
      const client = new Redis(seed, { ...OPTIONS, retryStrategy: () => null });
      let said: unknown; // A server that lets nobody in says why, and the connection only that it ended.
      client.on('error', (fault) => (said = fault));
      try {
        await client.connect();
        const info = await client.info();
        const policy = readUsable(info);
        return { seed, isCluster: /^cluster_enabled:1/m.test(info), policy };
      } catch (fault) {
        const why = said ?? fault;
        if (why instanceof UnusableRedis || isReply(why)) throw explained(why);
        faults.push(why);
      } finally {
        client.disconnect();
      }
    }
    await clock.sleep(PAUSE_MS);
  } while (clock.monotonicMs() < untilMs);
  const { code, message } = (faults.at(-1) ?? {}) as NodeJS.ErrnoException;
  throw new Error(
    `Redis cannot be reached (${code ?? message}). Check REDIS_URL, or leave it out.`,
  );
}

class UnusableRedis extends Error {}

/**
 * @param info as INFO says it, which managed servers allow where they forbid CONFIG
 * @returns its `maxmemory-policy` @throws UnusableRedis
 */
function readUsable(info: string): string {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? '0';
  if (Number.parseInt(version, 10) < VERSION_MIN) {
    throw new UnusableRedis(
      `Redis ${version} is too old: it takes version ${VERSION_MIN} or later.`,
    );
  }
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? NEVER_EVICTS;
  const isBounded = (/^maxmemory:(\d+)/m.exec(info)?.[1] ?? '0') !== '0';
  if (isBounded && policy !== NEVER_EVICTS) {
    throw new UnusableRedis(
      `Redis may throw counters away when its memory is full (maxmemory-policy ${policy}). Set it to ${NEVER_EVICTS}.`,
    );
  }
  return policy;
}

const explained = (fault: Error): Error =>
  fault instanceof UnusableRedis
    ? new Error(fault.message)
    : new Error(
        `Redis does not let the gateway in (${fault.message}). Check user and password in REDIS_URL.`,
      );
