import type { QuestionResult, TypedJob } from '#local-models';
import type { Target } from '../../support/targets.js';
import type { AskedModel } from './asking.js';
import {
  binsOf,
  calibrationError,
  macroF1,
  mean,
  shareOf,
  standardError,
  type Judged,
} from './measures.js';
import type { QuestionRow, RowSet } from './rows.js';
import { shown, shownMs, type Section } from './section.js';
import { quantile } from '../../support/quantile.js';

export type Reader = AskedModel<TypedJob, readonly QuestionResult[]>;

export interface AnsweredQuestion {
  readonly row: QuestionRow;
  readonly answer: QuestionResult;
}

const AIMS = { accuracy: 0.63, error: 0.08, sure: 0.93 };
/** Who says this much is to be believed. */
const SURE = 0.9;

/** Each question by itself: the others of a call would not change its answer. */
export async function answerQuestions(
  reader: Reader,
  rows: readonly QuestionRow[],
  done: (share: number) => void,
): Promise<readonly AnsweredQuestion[]> {
  const found: AnsweredQuestion[] = [];
  for (const row of rows) {
    const { state, type, instructions, options } = row;
    const [answer] = await reader.ask({ state, questions: [{ type, instructions, options }] });
    if (!answer) throw new Error('the model left a question out');
    found.push({ row, answer });
    done(found.length / rows.length);
  }
  return found;
}

/** The index of the option, or of a noul 1 or 0. */
export function saidOf({ row, answer }: AnsweredQuestion): number {
  const { probabilities } = answer;
  if (row.type === 'noul') return (probabilities[0] ?? NaN) >= 0.5 ? 1 : 0;
  return probabilities.indexOf(Math.max(...probabilities));
}

const isRight = (one: AnsweredQuestion): boolean => saidOf(one) === one.row.gold;

const judgedOf = (found: readonly AnsweredQuestion[]): readonly Judged[] =>
  found.flatMap((one) => {
    const sure = one.answer.answerConfidence;
    return sure === null ? [] : [{ sure, right: isRight(one) }];
  });

const sureOnes = (found: readonly AnsweredQuestion[]): readonly Judged[] =>
  judgedOf(found).filter(({ sure }) => sure >= SURE);

const chanceOf = ({ row }: AnsweredQuestion): number =>
  1 / (row.type === 'noul' ? 2 : row.options.length);

export function reportReader(
  sets: readonly (RowSet<QuestionRow> & { readonly found: readonly AnsweredQuestion[] })[],
  tookMs: readonly number[],
): Section {
  const unseen = sets.filter(({ isPublic }) => isPublic);
  const pooled = unseen.flatMap(({ found }) => found);
  const everything = sets.flatMap(({ found }) => found);
  return {
    title: 'Plain typed',
    how: 'Public sets of which nothing was learnt, in wordings of our own, and hand-written families of which nothing was learnt. What an answer is worth was set by other sets.',
    lines: [
      ['', 'n', 'right', 'chance', 'macro-F1', 'confidence', 'its ECE', 'sure', 'right where sure'],
      ...sets.map(({ name, found }) => lineOf(name, found)),
      lineOf('public sets, pooled', pooled),
      [
        'took, ms',
        String(tookMs.length),
        'p50',
        shownMs(quantile(tookMs, 0.5)),
        'p95',
        shownMs(quantile(tookMs, 0.95)),
      ],
    ],
    targets: targetsOf(unseen, everything),
    plots: [
      { name: 'answer_confidence, public sets', bins: binsOf(judgedOf(pooled)) },
      {
        name: 'answer_confidence, families',
        bins: binsOf(judgedOf(sets.filter((one) => !one.isPublic).flatMap(({ found }) => found))),
      },
    ],
  };
}

function lineOf(name: string, found: readonly AnsweredQuestion[]): readonly string[] {
  const right = shareOf(found.map(isRight));
  const sure = sureOnes(found);
  return [
    name,
    String(found.length),
    `${shown(right)} ± ${shown(standardError(right, found.length))}`,
    shown(mean(found.map(chanceOf))),
    shown(
      macroF1(
        found.map(({ row }) => row.gold),
        found.map(saidOf),
      ),
    ),
    shown(mean(judgedOf(found).map(({ sure: one }) => one))),
    shown(calibrationError(judgedOf(found))),
    shown(sure.length / Math.max(1, found.length)),
    sure.length > 0 ? shown(shareOf(sure.map(({ right: one }) => one))) : '–',
  ];
}

function targetsOf(
  unseen: readonly { readonly found: readonly AnsweredQuestion[] }[],
  everything: readonly AnsweredQuestion[],
): readonly Target[] {
  const sure = sureOnes(everything);
  const targets: Target[] = [
    {
      name: 'answer_confidence ECE, all sets',
      value: calibrationError(judgedOf(everything)),
      aim: AIMS.error,
      isCeiling: true,
    },
  ];
  if (unseen.length > 0) {
    const value = mean(unseen.map(({ found }) => shareOf(found.map(isRight))));
    targets.unshift({ name: 'right, mean over public sets', value, aim: AIMS.accuracy });
  }
  if (sure.length > 0) {
    const value = shareOf(sure.map(({ right }) => right));
    targets.push({ name: `right where sure (${sure.length})`, value, aim: AIMS.sure });
  }
  return targets;
}
