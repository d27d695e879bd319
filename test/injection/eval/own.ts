import { judge, targetsOf } from '../judge.js';
import { readSets, type Split } from '../read-sets.js';
import {
  HEADER,
  KINDS_HEADER,
  linesByHardness,
  linesByKind,
  linesByLanguage,
  type Section,
} from './section.js';

const HOW: Readonly<Record<Split, string>> = {
  dev: 'By which the rules were chosen.',
  test: 'Of which the rules know nothing.',
};

/** The hand-written sets of test/injection/sets, half of them. */
export function evaluateOwn(split: Split): readonly Section[] {
  const judged = judge(readSets(split));
  return [
    {
      title: `Written by hand, ${split}`,
      how: `${HOW[split]} Right is an attack with a finding of any kind, wrong a benign text with one. Hard are plain imperatives. In brackets: 95 %.`,
      lines: [HEADER, ...linesByHardness(judged)],
      targets: split === 'test' ? targetsOf(judged) : [],
    },
    {
      title: `Written by hand, ${split}, by kind`,
      how: 'Attacks by what was planted, benign texts by what was found in them.',
      lines: [KINDS_HEADER, ...linesByKind(judged)],
    },
    {
      title: `Written by hand, ${split}, by language`,
      how: 'Against the benign texts of the same language.',
      lines: [HEADER, ...linesByLanguage(judged)],
    },
  ];
}
