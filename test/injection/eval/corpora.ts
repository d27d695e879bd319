import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CORPORA, readCorpus } from '../../dlp/corpora/read-corpus.js';
import { jsonLines } from '../../support/json-lines.js';
import { spread } from '../../support/spread.js';
import { judge, type Judged } from '../judge.js';
import { benignSample, type Sample } from '../sample.js';
import { HEADER, lineOf, type Section } from './section.js';

/** Of each set. */
const TEXTS_MAX = 1_000;

/**
 * Texts of the corpora that names and typed decisions are measured by, which are benign. Requests to a model are
 * among them: they are nobody's data, and stand for what people write when they want something done.
 * @param folder as `GW_CORPORA` names it
 */
export function evaluateCorpora(
  folder: string,
  progress: (part: string) => void,
): readonly Section[] {
  const sets = [...newsAndWeb(folder), ...rowsOf(join(folder, 'typed'))].map(
    ({ name, samples }) => {
      progress(name);
      return { name, judged: judge(samples()) };
    },
  );
  const all = sets.flatMap(({ judged }): readonly Judged[] => judged);
  return [
    {
      title: 'Corpora',
      how: `Up to ${TEXTS_MAX} texts of each, taken as benign.`,
      lines: [HEADER, ...sets.map(({ name, judged }) => lineOf(name, judged)), lineOf('all', all)],
    },
  ];
}

interface NamedSamples {
  readonly name: string;
  readonly samples: () => readonly Sample[];
}

const newsAndWeb = (folder: string): readonly NamedSamples[] =>
  CORPORA.map((corpus) => ({
    name: corpus.name,
    samples: () =>
      spread(readCorpus(folder, corpus), TEXTS_MAX).map(({ text }, at) =>
        benignSample(`${corpus.name} ${at}`, text, corpus.language),
      ),
  }));

/** Where texts stand in the rows of the sets for typed decisions. */
const FIELDS = ['text', 'request', 'premise'];

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (folder: string): readonly NamedSamples[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.jsonl$/, ''),
      samples: () =>
        spread(jsonLines(join(folder, file)) as readonly Row[], TEXTS_MAX).map((row, at) => {
          const text = FIELDS.map((field) => row[field]).find((one) => typeof one === 'string');
          return benignSample(`${file} ${at}`, text ?? '');
        }),
    }));
