import type { Measurement } from '../measure/measurement.js';
import type { SubjectName } from '../measure/subjects.js';
import type { CallsRowPlan } from './row-plans.js';

/** One for each round; null where nothing could be measured. */
export type Numbers = readonly (number | null)[];

/** The mean of a round's turns, each beside what the mock upstream took by itself in that turn. */
export function readRounds(
  measurements: readonly Measurement[],
  subject: SubjectName,
  { kind, read }: Pick<CallsRowPlan, 'kind' | 'read'>,
): Numbers {
  const ofKind = measurements.filter(
    ({ isStreaming, connections, frames }) =>
      isStreaming === kind.isStreaming &&
      connections === kind.connections &&
      frames === (kind.frames ?? null),
  );
  const directOf = ({ round, turn }: Measurement) =>
    ofKind.find((other) => isDirect(other) && other.round === round && other.turn === turn);
  const mine = ofKind.filter((measurement) => measurement.subject === subject);
  const byRound = Map.groupBy(mine, ({ round }) => round);
  return [...byRound.values()].map((turns) =>
    meanOf(turns.map((measurement) => read(measurement, directOf(measurement)))),
  );
}

const isDirect = ({ subject }: Measurement): boolean => subject === 'direct';

function meanOf(values: Numbers): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
