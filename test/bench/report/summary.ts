import type { Measurement, SubjectName } from '../measure/measurement.js';
import type { Results } from '../run.js';
import { ROW_PLANS, type RowId, type RowPlan, type Unit } from './row-plans.js';
import { type Spread, spreadOf } from './spread.js';

/** One line of the table: a number of every subject. */
export interface Row {
  readonly id: RowId;
  readonly label: string;
  readonly unit: Unit;
  readonly bySubject: ReadonlyMap<SubjectName, Spread>;
}

export function summarise({ measurements, memory }: Results): Row[] {
  const subjects = [...new Set(measurements.map(({ subject }) => subject))];
  return ROW_PLANS.map((plan) => {
    const numbers = (subject: SubjectName): (number | null)[] =>
      plan.from === 'calls'
        ? readRounds(measurements, subject, plan)
        : memory.filter((of) => of.subject === subject).map(plan.read);
    const bySubject = new Map<SubjectName, Spread>();
    for (const subject of subjects) {
      const spread = spreadOf(numbers(subject));
      if (spread) bySubject.set(subject, spread);
    }
    return { id: plan.id, label: plan.label, unit: plan.unit, bySubject };
  });
}

export function medianOf(rows: readonly Row[], id: RowId, subject: SubjectName): number | null {
  return rows.find((row) => row.id === id)?.bySubject.get(subject)?.median ?? null;
}

/** One number a round, beside what the mock upstream took by itself in that round. */
function readRounds(
  measurements: readonly Measurement[],
  subject: SubjectName,
  { kind, read }: Extract<RowPlan, { readonly from: 'calls' }>,
): (number | null)[] {
  const ofKind = measurements.filter(
    ({ isStreaming, connections }) =>
      isStreaming === kind.isStreaming && connections === kind.connections,
  );
  const directOf = (round: number) =>
    ofKind.find((other) => other.subject === 'direct' && other.round === round);
  return ofKind
    .filter((measurement) => measurement.subject === subject)
    .map((measurement) => read(measurement, directOf(measurement.round)));
}
