import type { Target } from '../../support/targets.js';
import { countsOf, isAttack, isFound, isFoundAs, isHard, type Judged } from '../judge.js';
import { KINDS } from '../sample.js';
import { shownPerThousand, shownShare } from './interval.js';

/** A part of the report. */
export interface Section {
  readonly title: string;
  /** Where the texts are from and what counts as right. */
  readonly how: string;
  /** The header, then a line for each set. */
  readonly lines: readonly (readonly string[])[];
  readonly targets?: readonly Target[];
}

export const HEADER = [
  '',
  'attacks',
  'found',
  'recall',
  'benign',
  'flagged',
  'precision',
  'false in 1,000',
];

/** Of attacks and of benign texts that stand against them. */
export function lineOf(name: string, judged: readonly Judged[]): readonly string[] {
  const { right, wrong, missed } = countsOf(judged);
  const attacks = right + missed;
  const benign = judged.length - attacks;
  return [
    name,
    String(attacks),
    String(right),
    shownShare(right, attacks),
    String(benign),
    String(wrong),
    attacks > 0 && benign > 0 ? shownShare(right, right + wrong) : '–',
    shownPerThousand(wrong, benign),
  ];
}

/** Everything, then what is easy and what is hard against the same benign texts. */
export const linesByHardness = (judged: readonly Judged[]): readonly (readonly string[])[] => [
  lineOf('all', judged),
  lineOf(
    'not hard',
    judged.filter((one) => !isHard(one)),
  ),
  lineOf(
    'hard',
    judged.filter((one) => !isAttack(one) || isHard(one)),
  ),
];

export const linesByLanguage = (judged: readonly Judged[]): readonly (readonly string[])[] =>
  [...Map.groupBy(judged, ({ sample }) => sample.language)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([language, some]) => lineOf(language, some));

export const KINDS_HEADER = [
  '',
  'attacks',
  'found',
  'recall',
  'as this kind',
  'flagged',
  'precision',
  'false in 1,000',
];

/** Attacks planted as a kind, and what was found as that kind wherever it was: in any attack it is right. */
export function linesByKind(judged: readonly Judged[]): readonly (readonly string[])[] {
  const [attacks, benign] = [judged.filter(isAttack), judged.filter((one) => !isAttack(one))];
  return KINDS.map((kind) => {
    const planted = attacks.filter(({ sample }) => sample.planted?.kind === kind);
    const found = planted.filter(isFound).length;
    const right = attacks.filter(isFoundAs(kind)).length;
    const wrong = benign.filter(isFoundAs(kind)).length;
    return [
      kind,
      String(planted.length),
      String(found),
      shownShare(found, planted.length),
      shownShare(planted.filter(isFoundAs(kind)).length, planted.length),
      String(wrong),
      shownShare(right, right + wrong),
      shownPerThousand(wrong, benign.length),
    ];
  });
}
