import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the files below a folder whose names are asked for, sorted; links are not followed. */
export const filesIn = (folder: string, isAsked: (name: string) => boolean): readonly string[] =>
  [...walk(folder, isAsked)].toSorted();

function* walk(folder: string, isAsked: (name: string) => boolean): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, isAsked);
    else if (entry.isFile() && isAsked(entry.name)) yield path;
  }
}
