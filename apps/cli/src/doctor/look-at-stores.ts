import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SystemEntropy, type Clock } from '#kernel';
import {
  explain,
  openInstance,
  openRedis,
  type Config,
  type Database,
  type Statement,
} from '#platform';
import { failed, ok, untried, warning, type Finding } from './finding.js';

const SKEW_MS_MAX = 1_000; // Periods of budgets and links of mails go by the minute; leases go by no wall clock.

export async function lookAtRedis({ redisUrl }: Config, clock: Clock): Promise<Finding> {
  if (!redisUrl) return untried('redis', 'REDIS_URL is not set: limits are counted in PostgreSQL');
  try {
    const redis = await openRedis(redisUrl.reveal(), clock);
    await redis.close();
    return ok('redis', 'answers, and throws nothing away');
  } catch (fault) {
    return failed('redis', explain(fault));
  }
}

export interface StoredProvider {
  readonly name: string;
  readonly address: string;
}

/** What the database says of itself, and the providers that it holds. */
export async function lookAtDatabase(
  config: Config,
  clock: Clock,
): Promise<{
  readonly findings: readonly Finding[];
  readonly providers: readonly StoredProvider[];
}> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    const text = 'there is none yet; the first start makes it in the data folder';
    return { findings: [untried('database', text)], providers: [] };
  }
  try {
    // Redis is looked at by itself: one that is away says nothing about this.
    const use = { migrates: false, isGuest: true, isWithoutRedis: true };
    const instance = await openInstance(config, clock, new SystemEntropy(), use);
    try {
      const findings = await readDatabase(instance.database, clock);
      return { findings, providers: await instance.database.query<StoredProvider>(PROVIDERS) };
    } finally {
      await instance.close();
    }
  } catch (fault) {
    return { findings: [failed('database', explain(fault))], providers: [] };
  }
}

const FACTS: Statement = {
  name: 'doctor-facts',
  text: `SELECT current_setting('server_version') AS version,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
    (SELECT count(*)::int FROM organisation) AS organisations`,
};
const PROVIDERS: Statement = {
  name: 'doctor-providers',
  text: `SELECT DISTINCT ON (settings->>'base_url') name, settings->>'base_url' AS address
    FROM provider WHERE coalesce((settings->>'enabled')::boolean, true)
      AND settings->>'base_url' NOT LIKE 'stdio:%' ORDER BY settings->>'base_url', name`,
};

async function readDatabase(database: Database, clock: Clock): Promise<readonly Finding[]> {
  const askedMs = clock.nowMs();
  const [facts] = await database.query<{ version: string; nowMs: number; organisations: number }>(
    FACTS,
  );
  if (!facts) return [failed('database', 'it answers nothing')];
  const skewMs = Math.round(facts.nowMs - (askedMs + clock.nowMs()) / 2);
  const isEmpty = facts.organisations === 0;
  return [
    ok(
      'database',
      `PostgreSQL ${facts.version}, migrated${isEmpty ? ', without an organisation yet' : ''}`,
    ),
    Math.abs(skewMs) <= SKEW_MS_MAX
      ? ok('clock', `${Math.abs(skewMs)} ms from that of the database`)
      : warning('clock', `${Math.abs(skewMs)} ms from that of the database; set both by NTP`),
  ];
}
