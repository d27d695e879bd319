import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../database/migrations/index.js';
import type { InstanceSecrets } from '../instance-secrets.js';
import {
  BACKUP_FORMAT,
  expectSum,
  isMacOf,
  MAC_FILE,
  MANIFEST_FILE,
  NO_BYTES,
  sumOf,
  type BackupManifest,
} from './backup-format.js';

/**
 * What a backup says that it holds, every byte of it looked at.
 * @throws when it is none, was changed or cut, was made under another master key or by a newer release
 */
export async function readBackup(
  folder: string,
  secrets: InstanceSecrets,
): Promise<BackupManifest> {
  const text = await read(folder, MANIFEST_FILE);
  if (!isMacOf(await read(folder, MAC_FILE), text, secrets)) {
    throw new Error(
      `${folder} was made under another master key, or was changed since. Restore with the master key of that time.`,
    );
  }
  const manifest = JSON.parse(text) as BackupManifest; // Ours, by its code.
  if (manifest.format !== BACKUP_FORMAT) {
    throw new Error(
      `${folder} has format ${manifest.format}; release ${manifest.release} reads it.`,
    );
  }
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  if (!manifest.migrations.every((name) => known.has(name))) {
    throw new Error(
      `${folder} was made by a newer release (${manifest.release}). Restore with it.`,
    );
  }
  for (const file of [...manifest.tables, ...manifest.anchors]) {
    expectSum(file, await sumOf(join(folder, file.path)).catch(() => NO_BYTES));
  }
  return manifest;
}

async function read(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (cause) {
    throw new Error(`${folder} is no backup: ${name} is missing or cannot be read.`, { cause });
  }
}
