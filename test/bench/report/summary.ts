import type { SubjectName } from '../measure/subjects.js';
import type { Results } from '../run.js';
import { type Numbers, readRounds } from './read-rounds.js';
import { ROW_PLANS, type RowId, type RowPlan, type Unit } from './row-plans.js';
import { type Spread, spreadOf } from './spread.js';

/** One line of the table: a number of every subject. */
export interface Row {
  readonly id: RowId;
  readonly label: string;
  readonly unit: Unit;
  readonly bySubject: ReadonlyMap<SubjectName, RoundsSpread>;
}

export interface RoundsSpread extends Spread {
  /** What it is the spread of: one number a round. */
  readonly rounds: Numbers;
}

export function summarise(results: Results): Row[] {
  const { measurements } = results;
  const subjects = [...new Set(measurements.map(({ subject }) => subject))];
  return ROW_PLANS.map((plan) => {
    const bySubject = new Map<SubjectName, RoundsSpread>();
    for (const subject of subjects) {
      const rounds = numbersOf(results, plan, subject);
      const spread = spreadOf(rounds);
      if (spread) bySubject.set(subject, { ...spread, rounds });
    }
    return { id: plan.id, label: plan.label, unit: plan.unit, bySubject };
  });
}

function numbersOf(results: Results, plan: RowPlan, subject: SubjectName): Numbers {
  const isSubject = (of: { readonly subject: SubjectName }) => of.subject === subject;
  switch (plan.from) {
    case 'calls':
      return readRounds(results.measurements, subject, plan);
    case 'memory':
      return results.memory.filter(isSubject).map(plan.read);
    case 'streams':
      return results.streams.filter(isSubject).map(plan.read);
  }
}

export function medianOf(rows: readonly Row[], id: RowId, subject: SubjectName): number | null {
  return rows.find((row) => row.id === id)?.bySubject.get(subject)?.median ?? null;
}
