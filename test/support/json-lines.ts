import { readFileSync } from 'node:fs';

/** Of a file with one JSON value a line; empty lines are left out. */
export const jsonLines = (path: string | URL): readonly unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
