import { readFileSync } from 'node:fs';
import { extname, relative } from 'node:path';
import { filesIn } from '../../support/files-in.js';
import { spread } from '../../support/spread.js';
import { judge, type Judged } from '../judge.js';
import { benignSample } from '../sample.js';
import { HEADER, lineOf, type Section } from './section.js';

/** Of a file at most so much is read: what a tool hands on is hardly ever longer. */
const CHARACTERS_MAX = 50_000;
const EXAMPLES_MAX = 12;
/** On both sides of what was found. */
const AROUND = 60;

export interface FilesOptions {
  readonly folder: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
  /** So many files at most, at equal distances. */
  readonly filesMax: number;
}

/** Any real texts, taken as benign: whoever reads the examples says whether they are. */
export function evaluateFiles({ folder, extensions, filesMax }: FilesOptions): Section & {
  readonly examples: readonly string[];
} {
  const endings = new Set(extensions.map((one) => `.${one}`));
  const all = filesIn(folder, (name) => endings.has(extname(name).toLowerCase()));
  const paths = spread(all, filesMax);
  const judged = judge(
    paths.map((path) => {
      const text = readFileSync(path, 'utf8').slice(0, CHARACTERS_MAX);
      return benignSample(relative(folder, path), text, extname(path));
    }),
  );
  const byExtension = [...Map.groupBy(judged, ({ sample }) => sample.language)];
  const characters = judged.reduce((sum, { sample }) => sum + sample.text.length, 0);
  return {
    title: `Files of ${folder}`,
    how: `${judged.length} files, ${(characters / 1e6).toFixed(1)} million characters, taken as benign.`,
    lines: [
      HEADER,
      ...byExtension.map(([name, some]) => lineOf(name, some)),
      lineOf('all', judged),
    ],
    examples: spread(judged.flatMap(examplesOf), EXAMPLES_MAX),
  };
}

const examplesOf = ({ sample: { id, text }, found }: Judged): readonly string[] =>
  found.map(({ kind, start, end, score }) => {
    const around = text.slice(Math.max(0, start - AROUND), Math.min(end, start + AROUND) + AROUND);
    return `${id} at ${start}: ${kind} ${score.toFixed(2)}\n    ${JSON.stringify(around)}`;
  });
