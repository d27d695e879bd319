import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files below a folder whose names are asked for, sorted. */
export const filesIn = (folder: string, isAsked: (name: string) => boolean): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isAsked(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
