import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonLines } from '../../support/json-lines.js';
import { judge, type Judged } from '../judge.js';
import { benignSample, plant, type Sample } from '../sample.js';
import { HEADER, lineOf, type Section } from './section.js';

const PLACES = ['middle', 'end'] as const;

/** Attacks by what they are after. */
type Attacks = Readonly<Record<string, readonly string[]>>;

/**
 * BIPIA: requests that have nothing to do with the text they stand in, most of them without any word to the model.
 * @param folder a clone of github.com/microsoft/BIPIA
 */
export function evaluateBipia(folder: string): readonly Section[] {
  const benchmark = join(folder, 'benchmark');
  const attacksOf = (name: string) =>
    JSON.parse(readFileSync(join(benchmark, `${name}_attack_test.json`), 'utf8')) as Attacks;
  const contextsOf = (name: string) =>
    (jsonLines(join(benchmark, name, 'test.jsonl')) as readonly Row[]).map(textOf);
  const sets = (
    [
      ['text', 'email'],
      ['text', 'table'],
      ['code', 'code'],
    ] as const
  ).map(([attack, context]) => {
    const contexts = contextsOf(context);
    return {
      name: `${attack} attacks in ${context}`,
      benign: judge(contexts.map((text, at) => benignSample(`${context} ${at}`, text))),
      byAim: Object.entries(attacksOf(attack)).map(([aim, texts]) => ({
        aim: `${attack}: ${aim}`,
        judged: judge(plantedIn(contexts, aim, texts)),
      })),
    };
  });
  return [
    {
      title: 'BIPIA',
      how: 'Its test attacks, each once in the middle and once at the end of one of its test contexts; benign are the contexts. An attack stands in several texts: the intervals of recall are too narrow.',
      lines: [
        HEADER,
        ...sets.map(({ name, benign, byAim }) =>
          lineOf(name, [...byAim.flatMap(({ judged }) => judged), ...benign]),
        ),
      ],
    },
    {
      title: 'BIPIA, by aim',
      how: 'The same attacks.',
      lines: [
        HEADER,
        ...[
          ...Map.groupBy(
            sets.flatMap(({ byAim }) => byAim),
            ({ aim }) => aim,
          ),
        ].map(([aim, some]) =>
          lineOf(
            aim,
            some.flatMap(({ judged }): readonly Judged[] => judged),
          ),
        ),
      ],
    },
  ];
}

interface Row {
  /** Of code, lines. */
  readonly context: string | readonly string[];
}

const textOf = ({ context }: Row): string =>
  typeof context === 'string' ? context : context.join('\n');

/** Each attack in a context of its own, as far as there are so many. */
const plantedIn = (
  contexts: readonly string[],
  aim: string,
  attacks: readonly string[],
): readonly Sample[] =>
  attacks.flatMap((attack, at) =>
    PLACES.map((place) => {
      const context = contexts[(at * attacks.length + aim.length) % contexts.length] ?? '';
      return plant(`${aim} ${at} ${place}`, context, attack, place);
    }),
  );
