import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the corpora, which are no part of the project. @throws Error where none is named */
export function corporaFolder(): string {
  // oxlint-disable-next-line node/no-process-env -- A program of its own, with no configuration.
  const folder = process.env['GW_CORPORA'];
  if (!folder || !existsSync(join(folder, 'dlp'))) {
    throw new Error('GW_CORPORA must name the folder of the corpora, with a folder dlp in it.');
  }
  return folder;
}
