import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Entropy } from '#kernel';
import { writeOnce } from '../files/whole-file.js';
import { InstanceSecrets } from '../instance-secrets.js';
import type { Config } from './environment.js';

const KEY_BYTES = 32;

/**
 * The master key from the environment, or the one kept in the data folder, made on first use.
 * @throws when the database is shared (DATABASE_URL) and no key is given: replicas that each make
 *   their own would not know each other's virtual keys
 */
export async function openSecrets(config: Config, entropy: Entropy): Promise<InstanceSecrets> {
  if (config.masterKey) return new InstanceSecrets(decodeKey(config.masterKey.reveal()));
  const file = join(config.dataDir, 'master.key');
  if (existsSync(file)) {
    return new InstanceSecrets(decodeKey((await readFile(file, 'utf8')).trim()));
  }
  if (config.databaseUrl) {
    throw new Error(
      'DATABASE_URL is set, so every replica needs the same master key. Set GW_MASTER_KEY (or GW_MASTER_KEY_FILE) to 32 random bytes, for instance from: openssl rand -hex 32',
    );
  }
  const key = entropy.bytes(KEY_BYTES).toString('hex');
  return new InstanceSecrets(decodeKey((await writeOnce(file, `${key}\n`)).trim()));
}

function decodeKey(text: string): Buffer {
  const key = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length < KEY_BYTES) throw new Error('The master key holds fewer than 32 bytes.');
  return key;
}
