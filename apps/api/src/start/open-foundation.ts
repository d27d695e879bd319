import type { Clock, Entropy } from '#kernel';
import {
  assertSchema,
  EmbeddedPostgres,
  migrate,
  openDatabase,
  openSecrets,
  type Config,
} from '#platform';
import type { Foundation } from '../foundation.module.js';

export interface OpenedFoundation {
  readonly foundation: Foundation;
  close(): Promise<void>;
}

/** The operator's database or our own, migrated where that is this process's business. */
export async function openFoundation(
  config: Config,
  clock: Clock,
  entropy: Entropy,
): Promise<OpenedFoundation> {
  const secrets = await openSecrets(config, entropy);
  const embedded = config.databaseUrl
    ? undefined
    : await EmbeddedPostgres.start(
        {
          dataDir: config.dataDir,
          ...(config.postgresBinDir && { binDir: config.postgresBinDir }),
        },
        clock,
        entropy,
      );
  const url = embedded?.url ?? config.databaseUrl?.reveal() ?? '';
  if (config.migratesOnStart) await migrate(url);
  const database = await openDatabase({ url, poolSize: config.databaseConnections, asApp: true });
  await assertSchema(database);
  return {
    foundation: { config, database, secrets, clock, entropy },
    async close() {
      await database.close();
      await embedded?.stop();
    },
  };
}
