import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform';

/**
 * Public keys that signed before the one in force, one a line, oldest first. Beside the anchors: the
 * database must not be what says which keys were ever ours.
 */
export const FORMER_KEYS_FILE = 'audit-former-keys.txt';

const fileOf = ({ anchorDir }: Pick<Config, 'anchorDir'>): string =>
  join(anchorDir, FORMER_KEYS_FILE);

export function readFormerKeys(config: Pick<Config, 'anchorDir'>): KeyObject[] {
  const file = fileOf(config);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) =>
      createPublicKey({ key: Buffer.from(line, 'base64'), format: 'der', type: 'spki' }),
    );
}

export async function addFormerKey(
  config: Pick<Config, 'anchorDir'>,
  key: KeyObject,
): Promise<void> {
  if (readFormerKeys(config).some((known) => known.equals(key))) return;
  await mkdir(config.anchorDir, { recursive: true });
  const line = key.export({ format: 'der', type: 'spki' }).toString('base64');
  await appendFile(fileOf(config), `${line}\n`, { mode: 0o600 });
}
