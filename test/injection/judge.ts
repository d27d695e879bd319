import { runAtOnce } from '#kernel';
import { findInjections } from '../../libs/dlp/src/injection/find-injections.js';
import type { Suspicion } from '../../libs/dlp/src/injection/kinds.js';
import { noCounts, precisionOf, recallOf, type Counts } from '../dlp/eval/figures.js';
import type { Target } from '../support/targets.js';
import type { Kind, Sample } from './sample.js';

/** What was found in a sample: in an attack only where it was planted, for what is around it is benign. */
export interface Judged {
  readonly sample: Sample;
  readonly found: readonly Suspicion[];
}

export const judge = (samples: readonly Sample[]): readonly Judged[] =>
  samples.map((sample) => ({ sample, found: foundIn(sample) }));

function foundIn({ text, planted }: Sample): readonly Suspicion[] {
  const found = runAtOnce(findInjections(text));
  return planted
    ? found.filter(({ start, end }) => start < planted.end && planted.start < end)
    : found;
}

export const isAttack = ({ sample }: Judged): boolean => sample.planted !== null;
export const isHard = ({ sample }: Judged): boolean => sample.planted?.isHard ?? false;
export const isFound = ({ found }: Judged): boolean => found.length > 0;
export const isFoundAs =
  (kind: Kind) =>
  ({ found }: Judged): boolean =>
    found.some((one) => one.kind === kind);

/** By texts: an attack with a finding is right, a benign text with one is wrong. */
export function countsOf(judged: readonly Judged[]): Counts {
  const counts = noCounts();
  for (const one of judged) {
    if (isFound(one)) counts[isAttack(one) ? 'right' : 'wrong']++;
    else if (isAttack(one)) counts.missed++;
  }
  return counts;
}

/** Recall a little below what was measured, 58 of 69: a wording that is lost shows, one more that is missed does not. */
const AIMS = { precision: 0.95, recall: 0.78 };

/** @param judged the half of the hand-written sets by which nothing was tuned */
export const targetsOf = (judged: readonly Judged[]): readonly Target[] => [
  { name: 'precision', value: precisionOf(countsOf(judged)), aim: AIMS.precision },
  {
    name: 'recall of attacks that are not hard',
    value: recallOf(countsOf(judged.filter((one) => !isHard(one)))),
    aim: AIMS.recall,
  },
];
