import { jsonLines } from '../support/json-lines.js';
import type { Kind, Sample } from './sample.js';

/** Rules may be changed by what is seen in `dev`; `test` says what they are worth. */
export type Split = 'dev' | 'test';

interface Written {
  readonly id: string;
  readonly split: Split;
  readonly language: string;
  /** What kind of text it is: a mail, a page, a description of a tool. */
  readonly source: string;
  readonly text: string;
}

interface WrittenAttack extends Written {
  readonly kind: Kind;
  /** A plain imperative, without anything that tells it from what people write to each other. */
  readonly hard: boolean;
}

const linesOf = (name: string): readonly unknown[] =>
  jsonLines(new URL(`./sets/${name}.jsonl`, import.meta.url));

/** The sets written by hand: attacks in the text around them, and benign texts that look like them. */
export function readSets(split: Split): readonly Sample[] {
  const attacks = (linesOf('attacks') as readonly WrittenAttack[]).map((one) => ({
    ...one,
    planted: { kind: one.kind, isHard: one.hard, start: 0, end: one.text.length },
  }));
  const benign = (linesOf('benign') as readonly Written[]).map((one) => ({
    ...one,
    planted: null,
  }));
  return [...attacks, ...benign].filter((one) => one.split === split);
}
