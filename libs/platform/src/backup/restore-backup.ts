import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '../database/migrate.js';
import {
  expectSum,
  NO_BYTES,
  summed,
  sumOf,
  type BackupFile,
  type BackupManifest,
  type BackupTable,
} from './backup-format.js';
import { alone } from './patient-client.js';
import { columnsOf, quoted } from './read-catalog.js';
import type { OnProgress } from './write-backup.js';

export interface RestoreTarget {
  /** Of a database with nothing in it, as its owner. */
  readonly url: string;
  /** Where anchors of the backup go that are not there: those that are, are as new or newer. */
  readonly anchorDir: string;
}

/**
 * Makes the schema as it was, fills it in one transaction, and brings it up to this release. Each file is looked at once more while it
 * is used: whoever may write to the folder could have put another one there since it was read.
 * Where it fails, the database is left with a schema and no rows, and the next try says so.
 *
 * @param manifest as `readBackup` returned it for this folder
 * @throws when the database is not empty
 */
export async function restoreBackup(
  folder: string,
  manifest: BackupManifest,
  target: RestoreTarget,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  await alone(target.url, async (client) => {
    await assertEmpty(client);
    await migrate(target.url, manifest.migrations);
    await fill(client, folder, manifest, onProgress);
    await migrate(target.url);
  });
  await mkdir(target.anchorDir, { recursive: true });
  for (const anchor of manifest.anchors) await placeAnchor(folder, anchor, target.anchorDir);
}

async function placeAnchor(folder: string, anchor: BackupFile, anchorDir: string): Promise<void> {
  const place = join(anchorDir, basename(anchor.path));
  const part = `${place}.part`;
  await copyFile(join(folder, anchor.path), part);
  try {
    expectSum(anchor, await sumOf(part));
    await link(part, place).catch(unlessThere);
  } finally {
    await rm(part, { force: true });
  }
}

async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace LIMIT 1`,
  );
  if (rows.length === 0) return;
  throw new Error(
    'The database is not empty, and nothing is restored over what is there. Name an empty one in DATABASE_URL; the embedded one is empty once the folder postgres/ of the data folder is moved away.',
  );
}

async function fill(
  client: Client,
  folder: string,
  manifest: BackupManifest,
  onProgress: OnProgress,
): Promise<void> {
  const { tables, months, sequences } = manifest;
  await client.query('BEGIN');
  for (const month of months) await client.query('SELECT gw_ensure_audit_month($1)', [month]);
  await dropSeeds(client, tables);
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const table of tables) {
    onProgress(done / all, table.name);
    await fillTable(client, folder, table);
    done += table.bytes;
  }
  for (const { name, last } of sequences) {
    if (last !== null) await client.query('SELECT setval($1, $2)', [quoted(name), last]);
  }
  // Counters that a Redis still has are of another time: each replica makes them anew.
  await client.query('UPDATE counter_generation SET generation = gen_random_uuid()');
  await client.query('COMMIT');
  await client.query('ANALYZE');
  onProgress(1, 'rows');
}

/** What migrations put into tables stands in the backup, too, as it was by then. */
async function dropSeeds(client: Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    const { rows } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0) await client.query(`DELETE FROM ${quoted(name)}`);
  }
}

async function fillTable(client: Client, folder: string, table: BackupTable): Promise<void> {
  const { path, name, columns, rows } = table;
  let sum = NO_BYTES;
  const target = client.query(copyFrom(`COPY ${quoted(name)} (${columnsOf(columns)}) FROM STDIN`));
  const file = createReadStream(join(folder, path));
  await pipeline(
    summed(file, (told) => (sum = told)),
    createGunzip(),
    target,
  );
  expectSum(table, sum);
  if (target.rowCount !== rows) {
    throw new Error(`${path} holds ${target.rowCount} rows of ${rows}.`);
  }
}

function unlessThere(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'EEXIST') throw fault;
}
