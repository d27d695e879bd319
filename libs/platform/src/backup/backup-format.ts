import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { InstanceSecrets } from '../instance-secrets.js';

/** Of what is described here; a release that writes another says so. */
export const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';
/** HMAC-SHA-256 of the manifest's bytes, hex, under a key of the master key. */
export const MAC_FILE = 'manifest.mac';

export interface BackupFile {
  /** Below the backup's folder, with `/` between. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface BackupTable extends BackupFile {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * What a backup holds: every table of the schema as COPY writes it (text, gzip), all of one moment, and
 * files of the anchor folder as they were then. Neither the master key nor what stands in the environment.
 */
export interface BackupManifest {
  readonly format: number;
  readonly release: string;
  /** Of the server's clock, ISO 8601. */
  readonly madeAt: string;
  /** Of the server that was read. */
  readonly postgres: string;
  /** Names of those that the database had. */
  readonly migrations: readonly string[];
  /** That the log has a partition for, each as its first day. */
  readonly months: readonly string[];
  /** In an order in which they can be filled: what is referred to comes first. */
  readonly tables: readonly BackupTable[];
  readonly sequences: readonly BackupSequence[];
  readonly anchors: readonly BackupFile[];
}

export interface BackupSequence {
  readonly name: string;
  /** The last one given out; null before the first. */
  readonly last: string | null;
}

export function macOf(manifest: string, secrets: InstanceSecrets): Buffer {
  return createHmac('sha256', secrets.derive('backup/manifest')).update(manifest).digest();
}

export function isMacOf(mac: string, manifest: string, secrets: InstanceSecrets): boolean {
  const given = Buffer.from(mac.trim(), 'hex');
  const right = macOf(manifest, secrets);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** What a file's bytes come to. */
export type FileSum = Omit<BackupFile, 'path'>;

/** The same bytes, with their sum told once the last of them has gone by: what was checked is then what was used. */
export async function* summed(
  bytes: AsyncIterable<Buffer>,
  tell: (sum: FileSum) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const piece of bytes) {
    count += piece.length;
    hash.update(piece);
    yield piece;
  }
  tell({ bytes: count, sha256: hash.digest('hex') });
}

/** Of a file as it lies there. */
export async function sumOf(path: string): Promise<FileSum> {
  let sum: FileSum = NO_BYTES;
  const pieces = summed(createReadStream(path), (told) => (sum = told));
  for await (const _piece of pieces); // Each is counted on its way.
  return sum;
}

/** @throws where it is not the sum that the manifest has of the file */
export function expectSum(file: BackupFile, { bytes, sha256 }: FileSum): void {
  if (bytes === file.bytes && sha256 === file.sha256) return;
  throw new Error(`${file.path} is not as it was written. Take another backup.`);
}

export const NO_BYTES: FileSum = { bytes: 0, sha256: '' };
