import { zipSync, type Zippable } from 'fflate';
import type { Archive } from '../../formats/archive/open-archive.js';

/** 1 January 1980, the first day that an archive can name: when a part was written is nobody's matter. */
const NO_DAY = new Date(1980, 0, 1);
const LEVEL = 6;

/** @param stored names of parts that are not packed; the first part of an ODF has to be read as it is */
export function writeArchive(
  archive: Archive,
  stored: ReadonlySet<string> = new Set(),
): Uint8Array {
  const parts: Zippable = {};
  for (const [name, bytes] of archive) {
    parts[name] = [bytes, { level: stored.has(name) ? 0 : LEVEL, mtime: NO_DAY }];
  }
  return zipSync(parts);
}
