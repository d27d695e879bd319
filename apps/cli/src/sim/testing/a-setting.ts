import type { Setting } from '../setting.js';

/** For tests: whole answers of few bytes, and enough of everything that a test does not name. */
export const aSetting = (given: Partial<Setting> = {}): Setting => ({
  organisations: 50,
  replicas: 2,
  callsPerSecond: 500,
  streamSeconds: 0,
  bodyKib: 1,
  outputTokens: 0,
  store: 'postgres',
  coresPerReplica: 1,
  databaseCores: 4,
  diskMibPerSecond: 200,
  monthsKept: 12,
  memoryMib: 2_048,
  connectionsMax: 10_000,
  ...given,
});
