import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { sha256 } from '#kernel';
import { MODEL_BYTES_MAX } from '../../limits.js';
import { readModelFile } from '../../read-model-file.js';
import { UnusableLocalModel } from '../../unusable-local-model.js';
import type { Fields } from './fields.js';

export const ROLES = ['weights', 'vocabulary', 'tokenizer'] as const;
type Role = (typeof ROLES)[number];

export interface NamedFile {
  /** A name in the folder of the manifest. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
  readonly role: Role;
}

const FILES_MAX = 8;
const PLAIN_NAME = /^\w[\w.-]{0,99}$/;

/** @throws UnusableLocalModel */
export function readNamedFiles(manifest: Fields): readonly NamedFile[] {
  const files = manifest.objects(
    'files',
    [1, FILES_MAX],
    ['path', 'bytes', 'sha256', 'role'],
    (file): NamedFile => ({
      path: file.matching('path', PLAIN_NAME, 'the name of a file beside the manifest'),
      bytes: file.whole('bytes', 1, MODEL_BYTES_MAX),
      sha256: file.matching('sha256', /^[0-9a-f]{64}$/, '64 small hexadecimal digits'),
      role: file.oneOf('role', ROLES),
    }),
  );
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    throw manifest.fault('files', 'names a file twice');
  }
  return files;
}

/**
 * What stands for the weights in every answer: the SHA-256 of their file, of several that of their lines as
 * `sha256sum` prints them, sorted.
 */
export function revisionOf(files: readonly NamedFile[]): string | null {
  const weights = files.filter(({ role }) => role === 'weights');
  if (weights.length <= 1) return weights[0]?.sha256 ?? null;
  const lines = weights.map((file) => `${file.sha256}  ${file.path}\n`).toSorted();
  return sha256(lines.join('')).toString('hex');
}

/**
 * The bytes of each, read once: what was hashed is what is loaded.
 * @throws UnusableLocalModel where one is not the file that was named
 */
export function readVerified(
  folder: string,
  files: readonly NamedFile[],
): ReadonlyMap<string, Buffer> {
  return new Map(files.map((file) => [file.path, verified(folder, file)]));
}

function verified(folder: string, file: NamedFile): Buffer {
  const path = join(folder, file.path);
  const bytes = readModelFile(folder, file.path, file.bytes);
  if (bytes.length !== file.bytes) {
    throw new UnusableLocalModel(
      `${path} has ${bytes.length} bytes, and its manifest names ${file.bytes}. Copy the model again.`,
    );
  }
  const actual = sha256(bytes);
  if (!timingSafeEqual(actual, Buffer.from(file.sha256, 'hex'))) {
    throw new UnusableLocalModel(
      `${path} has SHA-256 ${actual.toString('hex')}, and its manifest names ${file.sha256}. It was changed or cut: copy the model again.`,
    );
  }
  return bytes;
}
