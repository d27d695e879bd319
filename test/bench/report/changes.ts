import type { SubjectName } from '../measure/subjects.js';
import { CHANGE_TARGETS, WORSE_SHARE_MAX } from '../plan.js';
import type { Verdict } from './judge.js';
import type { Numbers } from './read-rounds.js';
import type { RowId, Unit } from './row-plans.js';
import { type Spread, spreadOf } from './spread.js';
import type { Row } from './summary.js';

/** One number of two commits. */
export interface Change {
  readonly id: RowId;
  readonly label: string;
  readonly unit: Unit;
  /** What was asked. */
  readonly asked: 'plain' | 'findings' | 'translated';
  readonly before: Spread;
  readonly ours: Spread;
  /** Ours over the other commit's in the same round: noise that lasts longer falls out. */
  readonly ratio: Spread | null;
  /** By more than a change may cost; `perhaps` when some rounds say otherwise. */
  readonly isWorse: 'yes' | 'perhaps' | 'no';
}

export interface ChangeVerdict extends Change {
  readonly atMost: number;
  readonly result: Verdict['result'];
}

const PAIRS: readonly (readonly [SubjectName, SubjectName, Change['asked']])[] = [
  ['before', 'ours', 'plain'],
  ['before-findings', 'ours-findings', 'findings'],
  ['before-translated', 'ours-translated', 'translated'],
];

/** Every row that both commits have a number for: plain prompts first, then those with findings and those that are translated. */
export function changesOf(rows: readonly Row[]): Change[] {
  return PAIRS.flatMap(([nameBefore, nameOurs, asked]) =>
    rows.flatMap(({ id, label, unit, bySubject }): Change[] => {
      const [before, ours] = [bySubject.get(nameBefore), bySubject.get(nameOurs)];
      if (!before || !ours) return [];
      const ratio = spreadOf(ratiosOf(ours.rounds, before.rounds));
      const isWorse = ratio ? worse(unit, ratio) : 'no';
      return [{ id, label, unit, asked, before, ours, ratio, isWorse }];
    }),
  );
}

/** One verdict for each target of a change. */
export function judgeChanges(changes: readonly Change[]): ChangeVerdict[] {
  return CHANGE_TARGETS.flatMap(({ id, atMost }) =>
    changes
      .filter((change) => change.id === id && change.asked === 'plain')
      .map((change) => ({ ...change, atMost, result: resultOf(change, atMost) })),
  );
}

function resultOf({ ratio }: Change, atMost: number): Verdict['result'] {
  if (!ratio) return 'not measured';
  return ratio.median <= atMost ? 'met' : 'missed';
}

/** Round by round. What is added to nothing may be nothing or less, and has no ratio. */
export function ratiosOf(over: Numbers, under: Numbers): Numbers {
  return over.map((value, round) => {
    const other = under[round] ?? null;
    return value === null || other === null || other <= 0 ? null : value / other;
  });
}

function worse(unit: Unit, { median, min, max }: Spread): Change['isWorse'] {
  switch (unit) {
    case '%': // Says how the machine was used; neither more nor less of it is better.
      return 'no';
    case '/s': {
      const least = 1 / (1 + WORSE_SHARE_MAX);
      if (max < least) return 'yes';
      return median < least ? 'perhaps' : 'no';
    }
    case 'ms':
    case 'us':
    case 'MB': {
      const most = 1 + WORSE_SHARE_MAX;
      if (min > most) return 'yes';
      return median > most ? 'perhaps' : 'no';
    }
  }
}
