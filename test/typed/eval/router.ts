import type { RouterJob, RouterResult } from '#local-models';
import { TASKS } from '#call';
import type { Target } from '../../support/targets.js';
import type { AskedModel } from './asking.js';
import {
  areaUnderCurve,
  binsOf,
  calibrationError,
  macroF1,
  mean,
  rankCorrelation,
  shareOf,
  standardError,
  type Judged,
} from './measures.js';
import type { RequestRow, RowSet } from './rows.js';
import { shown, shownMs, type Section } from './section.js';
import { quantile } from '../../support/quantile.js';

export type Router = AskedModel<RouterJob, RouterResult>;

export interface ReadRequest {
  readonly row: RequestRow;
  readonly read: RouterResult;
}

const AIMS = { task: 0.77, area: 0.92, error: 0.08, within: 0.97, written: 0.8 };

/** Reads every request of a set. */
export async function readRequests(
  router: Router,
  rows: readonly RequestRow[],
  done: (share: number) => void,
): Promise<readonly ReadRequest[]> {
  const found: ReadRequest[] = [];
  for (const row of rows) {
    const { request, attachments = [], previous = '', system = '' } = row;
    found.push({ row, read: await router.ask({ request, attachments, previous, system }) });
    done(found.length / rows.length);
  }
  return found;
}

const taskOf = ({ task }: RouterResult): number => task.indexOf(Math.max(...task));
const goldTask = ({ task }: RequestRow): number => (TASKS as readonly string[]).indexOf(task);
const isRight = ({ row, read }: ReadRequest): boolean => taskOf(read) === goldTask(row);
const judgedTasks = (found: readonly ReadRequest[]): readonly Judged[] =>
  found.map((one) => ({ sure: Math.max(...one.read.task), right: isRight(one) }));

const withReasoning = (found: readonly ReadRequest[]) =>
  found.filter(({ row }) => row.reasoning !== undefined);
const judgedReasoning = (found: readonly ReadRequest[]): readonly Judged[] =>
  withReasoning(found).map(({ row, read }) => ({
    sure: read.reasoning,
    right: row.reasoning === 1,
  }));

function areaOf(found: readonly ReadRequest[]): number {
  const judged = judgedReasoning(found);
  const yes = judged.filter(({ right }) => right).length;
  if (yes === 0 || yes === judged.length) return NaN;
  return areaUnderCurve(
    judged.map(({ sure }) => sure),
    judged.map(({ right }) => right),
  );
}

interface Levels {
  readonly accuracy: number;
  readonly error: number;
  readonly within: number;
  readonly correlation: number;
}

function levelsOf(found: readonly ReadRequest[]): Levels {
  const rows = found.filter(({ row }) => row.complexity !== undefined);
  const gold = rows.map(({ row }) => row.complexity as number);
  const expected = rows.map(({ read }) => read.complexity.reduce((sum, p, at) => sum + p * at, 0));
  const likeliest = rows.map(({ read }) => read.complexity.indexOf(Math.max(...read.complexity)));
  const away = likeliest.map((level, at) => Math.abs(level - (gold[at] as number)));
  return {
    accuracy: shareOf(away.map((one) => one === 0)),
    error: mean(expected.map((value, at) => Math.abs(value - (gold[at] as number)))),
    within: shareOf(away.map((one) => one <= 1)),
    correlation: rankCorrelation(expected, gold),
  };
}

/** @param sets what was read, public sets and those by hand */
export function reportRouter(
  sets: readonly (RowSet<RequestRow> & { readonly found: readonly ReadRequest[] })[],
  tookMs: readonly number[],
): Section {
  const lines = sets.map(({ name, found }) => {
    const accuracy = shareOf(found.map(isRight));
    const reasoning = judgedReasoning(found);
    const hasLevels = found.some(({ row }) => row.complexity !== undefined);
    const { accuracy: exact, error, within, correlation } = levelsOf(found);
    const level = (value: number) => (hasLevels ? shown(value) : '–');
    return [
      name,
      String(found.length),
      `${shown(accuracy)} ± ${shown(standardError(accuracy, found.length))}`,
      shown(
        macroF1(
          found.map(({ row }) => goldTask(row)),
          found.map(({ read }) => taskOf(read)),
        ),
      ),
      shown(calibrationError(judgedTasks(found))),
      shown(areaOf(found)),
      reasoning.length > 0 ? shown(calibrationError(reasoning)) : '–',
      level(exact),
      level(error),
      level(within),
      level(correlation),
    ];
  });
  const unseen = sets.filter(({ isPublic }) => isPublic);
  const byHand = sets.filter(({ isPublic }) => !isPublic).flatMap(({ found }) => found);
  const everything = sets.flatMap(({ found }) => found);
  // Each set counts as much as another, as in the mean: the largest is no more telling than the others.
  const pooled = unseen.flatMap(({ found }) => found);
  return {
    title: 'Router',
    how: 'Public sets of which nothing was learnt, labelled by what they were made for, and requests by an author of whom nothing was learnt; the other half of the latter set the temperatures. Reasoning and levels where a set tells them.',
    lines: [
      [
        '',
        'n',
        'task',
        'macro-F1',
        'task ECE',
        'reasoning AUC',
        'reasoning ECE',
        'level',
        'level MAE',
        'within 1',
        'Spearman',
      ],
      ...lines,
      [
        'took, ms',
        String(tookMs.length),
        'p50',
        shownMs(quantile(tookMs, 0.5)),
        'p95',
        shownMs(quantile(tookMs, 0.95)),
      ],
    ],
    targets: targetsOf(unseen, pooled, byHand, everything),
    plots: [
      { name: 'task, public sets', bins: binsOf(judgedTasks(pooled)) },
      { name: 'task, by hand', bins: binsOf(judgedTasks(byHand)) },
      { name: 'reasoning, public sets', bins: binsOf(judgedReasoning(pooled)) },
      { name: 'reasoning, by hand', bins: binsOf(judgedReasoning(byHand)) },
    ],
  };
}

function targetsOf(
  unseen: readonly { readonly found: readonly ReadRequest[] }[],
  pooled: readonly ReadRequest[],
  byHand: readonly ReadRequest[],
  everything: readonly ReadRequest[],
): readonly Target[] {
  const accuracy = (found: readonly ReadRequest[]) => shareOf(found.map(isRight));
  const ceiling = true as const;
  const ofPublic: readonly Target[] = [
    {
      name: 'task, mean over public sets',
      value: mean(unseen.map(({ found }) => accuracy(found))),
      aim: AIMS.task,
    },
    {
      name: 'task ECE, public sets',
      value: calibrationError(judgedTasks(pooled)),
      aim: AIMS.error,
      isCeiling: ceiling,
    },
  ];
  return [
    ...(unseen.length > 0 ? ofPublic : []),
    { name: 'task, by hand', value: accuracy(byHand), aim: AIMS.written },
    { name: 'reasoning AUC, all sets', value: areaOf(everything), aim: AIMS.area },
    {
      name: 'reasoning ECE, all sets',
      value: calibrationError(judgedReasoning(everything)),
      aim: AIMS.error,
      isCeiling: ceiling,
    },
    { name: 'level within one, by hand', value: levelsOf(byHand).within, aim: AIMS.within },
  ];
}
