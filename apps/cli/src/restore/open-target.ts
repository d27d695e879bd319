import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SystemClock, SystemEntropy } from '#kernel';
import { EmbeddedPostgres, openSecrets, type Config, type InstanceSecrets } from '#platform';

const KEY_FILE = 'master.key';

/** @throws where there is none: one that is made now fits no backup */
export function secretsOf(config: Config): Promise<InstanceSecrets> {
  if (config.masterKey || existsSync(join(config.dataDir, KEY_FILE))) {
    return openSecrets(config, new SystemEntropy());
  }
  throw new Error(
    `There is no master key. Put the one of the backup into ${join(config.dataDir, KEY_FILE)}, or set GW_MASTER_KEY.`,
  );
}

/** The operator's database, or the embedded one, which runs while `work` does. */
export async function withDatabaseUrl<Result>(
  { databaseUrl, dataDir, postgresBinDir }: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl.reveal());
  const options = { dataDir, ...(postgresBinDir && { binDir: postgresBinDir }) };
  const embedded = await EmbeddedPostgres.start(options, new SystemClock(), new SystemEntropy());
  if (embedded.wasRunning) {
    embedded.leave();
    throw new Error(`A gateway runs on ${dataDir}. Stop it first.`);
  }
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}
