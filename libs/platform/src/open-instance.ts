import type { Clock, Entropy } from '#kernel';
import type { Config } from './config/environment.js';
import { openSecrets } from './config/master-key.js';
import type { Database } from './database/database.js';
import { assertSchema, migrate } from './database/migrate.js';
import { openDatabase, type DatabaseOptions } from './database/open-database.js';
import type { InstanceSecrets } from './instance-secrets.js';
import { EmbeddedPostgres } from './postgres/embedded-postgres.js';
import { SoleOwner } from './postgres/sole-owner.js';
import { openRedis } from './redis/open-redis.js';
import type { RedisLink } from './redis/redis-link.js';

export interface OpenInstance {
  readonly database: Database;
  readonly secrets: InstanceSecrets;
  /** Null without `REDIS_URL`. */
  readonly redis: RedisLink | null;
  /** Migrations applied just now. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

export interface InstanceUse {
  /** Applies missing migrations first; otherwise they are an error. */
  readonly migrates: boolean;
  /** Leaves an embedded server running that somebody else had started. */
  readonly isGuest?: boolean;
  /** What is counted in Redis is of no use to it. */
  readonly isWithoutRedis?: boolean;
  /** Another gateway has taken the data folder: this process must end at once, and not as usual. */
  readonly onTaken?: () => void;
  readonly entities?: DatabaseOptions['entities'];
}

/** The operator's database, or the embedded one in the data folder, and the instance's secrets. */
export async function openInstance(
  config: Config,
  clock: Clock,
  entropy: Entropy,
  use: InstanceUse,
): Promise<OpenInstance> {
  const secrets = await openSecrets(config, entropy);
  // Before the database: where it cannot be reached, nothing has to be taken back.
  const redis =
    config.redisUrl && use.isWithoutRedis !== true
      ? await openRedis(config.redisUrl.reveal(), clock)
      : null;
  const { databaseUrl, dataDir, postgresBinDir } = config;
  const options = { dataDir, ...(postgresBinDir && { binDir: postgresBinDir }) };
  const embedded = databaseUrl ? undefined : await EmbeddedPostgres.start(options, clock, entropy);
  const isVisitor = use.isGuest === true && embedded?.wasRunning === true;
  if (isVisitor) embedded?.leave();
  const url = embedded?.url ?? databaseUrl?.reveal() ?? '';
  // Before anything is touched: whoever is at work there must not notice this process.
  let database: Database | undefined;
  const owner =
    embedded && !use.isGuest
      ? await SoleOwner.claim(url, clock, {
          lost: () => database?.suspend('Whose data folder this is now is not known.'),
          regained: () => database?.resume(),
          taken: () => {
            embedded.leave(); // The server is the other one's now.
            use.onTaken?.();
          },
        })
      : undefined;
  const migrated = use.migrates ? await migrate(url) : [];
  database = await openDatabase({
    url,
    poolSize: config.databaseConnections,
    asApp: true,
    isPatient: use.isGuest ?? false,
    clock,
    ...(use.entities && { entities: use.entities }),
  });
  await assertSchema(database);
  return {
    database,
    secrets,
    redis,
    migrated,
    async close() {
      await redis?.close();
      await database?.close();
      owner?.release();
      if (!isVisitor) await embedded?.stop();
    },
  };
}
