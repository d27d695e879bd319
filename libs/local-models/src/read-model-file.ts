import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UnusableLocalModel } from './unusable-local-model.js';

/**
 * The bytes of a file of a model's folder, read once: what is hashed is what is used.
 * @throws UnusableLocalModel where it is missing, too large, no file, or a link that leads out of the folder
 */
export function readModelFile(folder: string, name: string, bytesMax: number): Buffer {
  const path = join(folder, name);
  try {
    const real = realpathSync(path);
    if (!real.startsWith(realpathSync(folder) + sep)) {
      throw new UnusableLocalModel(
        `${path} is a link that leads out of its folder. Copy the file.`,
      );
    }
    const { size, isFile } = sizeOf(real);
    if (!isFile) throw new UnusableLocalModel(`${path} is no file.`);
    if (size > bytesMax) {
      throw new UnusableLocalModel(`${path} has ${size} bytes; at most ${bytesMax} are read.`);
    }
    return readFileSync(real);
  } catch (fault) {
    if (fault instanceof UnusableLocalModel) throw fault;
    const { code } = fault as NodeJS.ErrnoException;
    throw new UnusableLocalModel(`${path} cannot be read (${code}). Put it there, readable.`);
  }
}

function sizeOf(path: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statSync(path);
  return { size: stats.size, isFile: stats.isFile() };
}

/**
 * A JSON object of the folder, with the bytes that it was read from.
 * @throws UnusableLocalModel
 */
export function readJsonFile(
  folder: string,
  name: string,
  bytesMax: number,
): { readonly bytes: Buffer; readonly value: Readonly<Record<string, unknown>> } {
  const bytes = readModelFile(folder, name, bytesMax);
  const value = parsed(bytes);
  if (!isObject(value)) {
    throw new UnusableLocalModel(`${join(folder, name)} is no JSON object.`);
  }
  return { bytes, value };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
