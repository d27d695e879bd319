import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.js';

/** One of the documents in docs/. */
export const readDocument = (name: string): string =>
  readFileSync(join(ROOT, 'docs', name), 'utf8');

/** The rows of every table below a heading, up to the next heading of its rank or a higher one. */
export function tableRows(document: string, heading: string): readonly (readonly string[])[] {
  const lines = document.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`There is no heading ${heading}`);
  const rank = heading.indexOf(' ');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= rank);
  return rest
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('| `'))
    .map(cellsOf);
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The text between the first backticks. */
export const codeIn = (cell: string | undefined): string => /`([^`]+)`/.exec(cell ?? '')?.[1] ?? '';
