import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../config/environment.js';

const FREE_BYTES_MIN = 64 * 1024 * 1024; // One upload of maximum size, and room for the log to go on.

/**
 * The instance's own folders. With the operator's PostgreSQL the data folder is made when something is
 * first written there.
 */
export function foldersInUse({ dataDir, anchorDir }: Config): readonly string[] {
  return [...new Set([dataDir, anchorDir])].filter((folder) => existsSync(folder));
}

/** Whether each of these folders may be written to for a while. One that cannot be looked at may not. */
export async function hasFreeSpace(
  folders: readonly string[],
  bytesMin = FREE_BYTES_MIN,
): Promise<boolean> {
  const free = await Promise.all(folders.map(freeBytes));
  return free.every((bytes) => bytes >= bytesMin);
}

/** 0 of a folder that cannot be looked at. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
