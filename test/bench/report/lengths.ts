import type { Measurement } from '../measure/measurement.js';
import type { SubjectName } from '../measure/subjects.js';
import { CONNECTIONS_MANY } from '../plan.js';
import { type Numbers, readRounds } from './read-rounds.js';
import { type Spread, spreadOf } from './spread.js';

/** What streams of one length took of a subject's processor time, a number a round. */
export interface LengthCost {
  readonly frames: number;
  readonly rounds: Numbers;
}

export interface SubjectLengths {
  readonly subject: SubjectName;
  /** The shortest first. */
  readonly costs: readonly LengthCost[];
  /** The line through the shortest and the longest, in microseconds; null for one length alone. */
  readonly line: { readonly call: Spread; readonly frame: Spread } | null;
}

/** One entry for each subject whose streams were measured at several lengths. */
export function lengthsOf(measurements: readonly Measurement[]): SubjectLengths[] {
  const found = measurements.flatMap(({ frames }) => frames ?? []);
  const lengths = [...new Set(found)].sort((a, b) => a - b);
  const long = measurements.filter(({ frames }) => frames !== null);
  return [...new Set(long.map(({ subject }) => subject))].map((subject) => {
    const costs = lengths.map((frames) => ({
      frames,
      rounds: readRounds(long, subject, {
        kind: { isStreaming: true, connections: CONNECTIONS_MANY, frames },
        read: ({ cpuUsPerCall }) => cpuUsPerCall,
      }),
    }));
    return { subject, costs, line: lineThrough(costs) };
  });
}

function lineThrough(costs: readonly LengthCost[]): SubjectLengths['line'] {
  const [shortest, longest] = [costs[0], costs.at(-1)];
  if (!shortest || !longest || shortest === longest) return null;
  const frames = shortest.rounds.map((cost, round) => {
    const most = longest.rounds[round] ?? null;
    const more = longest.frames - shortest.frames;
    return cost === null || most === null ? null : (most - cost) / more;
  });
  const calls = shortest.rounds.map((cost, round) => {
    const frame = frames[round] ?? null;
    return cost === null || frame === null ? null : cost - frame * shortest.frames;
  });
  const [call, frame] = [spreadOf(calls), spreadOf(frames)];
  return call && frame && { call, frame };
}

/** From how many frames on a stream costs less than the other's; null where it never does. */
export function aheadFrom(mine: SubjectLengths, other: SubjectLengths): number | null {
  if (!mine.line || !other.line) return null;
  const behind = mine.line.call.median - other.line.call.median;
  const ahead = other.line.frame.median - mine.line.frame.median;
  if (behind <= 0) return ahead >= 0 ? 0 : null;
  return ahead > 0 ? Math.ceil(behind / ahead) : null;
}
