import { constants, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { InstanceSecrets } from '../instance-secrets.js';
import { VERSION } from '../version.js';
import {
  BACKUP_FORMAT,
  MAC_FILE,
  macOf,
  MANIFEST_FILE,
  sumOf,
  type BackupFile,
  type BackupManifest,
  type BackupTable,
} from './backup-format.js';
import { alone } from './patient-client.js';
import {
  columnsOf,
  quoted,
  readMigrations,
  readMonths,
  readSequences,
  readTables,
  type CatalogTable,
} from './read-catalog.js';

/** Rows are mostly commitments and ids, which no level makes much smaller; the quickest keeps up with the server. */
const GZIP_LEVEL = 1;
/** What stands in the anchor folder for whoever verifies the log. */
const ANCHOR_NAME = /^audit-[\w.-]+\.txt$/;

/** @param share of all that is to be done, from 0 to 1 */
export type OnProgress = (share: number, what: string) => void;

export interface BackupSource {
  /** Of the database, as its owner. */
  readonly url: string;
  readonly anchorDir: string;
  readonly secrets: InstanceSecrets;
}

/**
 * Everything that the database holds, of one moment, into a folder that is there as a whole or not at all.
 * Gateways go on meanwhile.
 *
 * @throws when the folder exists, or the database is not one of a gateway
 */
export async function writeBackup(
  source: BackupSource,
  folder: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupManifest> {
  if (existsSync(folder)) throw new Error(`${folder} exists. Name a folder that does not.`);
  return alone(source.url, (client) => writeWith(client, source, folder, onProgress));
}

async function writeWith(
  client: Client,
  source: BackupSource,
  folder: string,
  onProgress: OnProgress,
): Promise<BackupManifest> {
  const part = `${folder}.part`; // A killed backup's; nothing else is called so.
  await rm(part, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  // Ours from its first moment: in one that somebody else has made, files could lie already that lead elsewhere.
  await mkdir(part, { mode: 0o700 });
  try {
    await mkdir(join(part, 'tables'), { mode: 0o700 });
    // The rows first: anchors are then at least as new as the log that they are compared with.
    const rows = await copyRows(client, part, onProgress);
    const anchors = await copyAnchors(source.anchorDir, part);
    const manifest: BackupManifest = { format: BACKUP_FORMAT, release: VERSION, ...rows, anchors };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeSynced(join(part, MANIFEST_FILE), text);
    await writeSynced(join(part, MAC_FILE), `${macOf(text, source.secrets).toString('hex')}\n`);
    await rename(part, folder);
    await syncFolder(dirname(folder));
    return manifest;
  } catch (fault) {
    await rm(part, { recursive: true, force: true });
    throw fault;
  }
}

type Rows = Omit<BackupManifest, 'format' | 'release' | 'anchors'>;

async function copyRows(client: Client, folder: string, onProgress: OnProgress): Promise<Rows> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await readMigrations(client);
  if (migrations.length === 0) throw new Error('The database is empty: there is nothing to keep.');
  const { rows } = await client.query<{ madeAt: Date; postgres: string }>(
    `SELECT now() AS "madeAt", current_setting('server_version') AS postgres`,
  );
  const { madeAt = new Date(), postgres = '' } = rows[0] ?? {};
  const catalog = await readTables(client);
  const all = catalog.reduce((sum, { bytes }) => sum + bytes, 0);
  const tables: BackupTable[] = [];
  let done = 0;
  for (const table of catalog) {
    onProgress(done / all, table.name);
    tables.push(await copyTable(client, folder, table));
    done += table.bytes;
  }
  const copied = {
    madeAt: madeAt.toISOString(),
    postgres,
    migrations,
    months: await readMonths(client),
    tables,
    sequences: await readSequences(client),
  };
  await client.query('COMMIT');
  onProgress(1, 'rows');
  return copied;
}

async function copyTable(
  client: Client,
  folder: string,
  { name, columns }: CatalogTable,
): Promise<BackupTable> {
  const path = `tables/${name}.copy.gz`;
  const file = join(folder, path);
  const source = client.query(
    copyTo(`COPY (SELECT ${columnsOf(columns)} FROM ${quoted(name)}) TO STDOUT`),
  );
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, createGzip({ level: GZIP_LEVEL }), target);
  return { path, name, columns, rows: source.rowCount, ...(await sumOf(file)) };
}

async function copyAnchors(anchorDir: string, folder: string): Promise<BackupFile[]> {
  const names = await readdir(anchorDir).catch(() => []); // None was written yet.
  const copied: BackupFile[] = [];
  await mkdir(join(folder, 'anchors'), { mode: 0o700 });
  for (const name of names.filter((one) => ANCHOR_NAME.test(one)).toSorted()) {
    const path = `anchors/${name}`;
    await copyFile(join(anchorDir, name), join(folder, path), constants.COPYFILE_EXCL);
    copied.push({ path, ...(await sumOf(join(folder, path))) });
  }
  return copied;
}

async function writeSynced(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true });
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
