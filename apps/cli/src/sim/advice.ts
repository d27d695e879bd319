import type { Resource } from './limits.js';
import type { Setting } from './setting.js';

export const NAMES: Readonly<Record<Resource, string>> = {
  gateway: 'cores of the gateway',
  database: 'cores of PostgreSQL',
  disk: 'disk of the write-ahead log',
  lane: "row locks of an organisation's counters",
  sealing: 'sealing of the log',
  redis: 'the one core of Redis',
  connections: 'connections of PostgreSQL',
  memory: 'memory of the processes',
};

/** What to add when that is full. */
export function adviceOn(resource: Resource, { store }: Setting): string {
  switch (resource) {
    case 'gateway':
      return 'a replica, or a core and GW_PROCESSES for it';
    case 'database':
      return 'cores for PostgreSQL; when the machine has no more, a second database by groups of organisations, or Citus';
    case 'disk':
      return 'a faster disk for the write-ahead log, or a second database by groups of organisations';
    case 'lane':
      return store === 'postgres'
        ? 'Redis (REDIS_URL): replicas wait for the same rows, and counters there are not locked until a commit'
        : 'fewer replicas with more calls each, or a second database by groups of organisations';
    case 'sealing':
      return 'a second database by groups of organisations: one transaction at a time seals a database';
    case 'redis':
      return 'a cluster of Redis: organisations are spread over its nodes';
    case 'connections':
      return 'max_connections of PostgreSQL, or a smaller GW_DATABASE_CONNECTIONS';
    case 'memory':
      return 'memory for each process, or a replica';
  }
}
