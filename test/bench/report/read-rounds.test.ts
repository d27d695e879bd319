import { expect, it } from 'vitest';
import type { Measurement } from '../measure/measurement.js';
import type { SubjectName } from '../measure/subjects.js';
import { readRounds } from './read-rounds.js';
import type { CallsRowPlan } from './row-plans.js';

const added: CallsRowPlan = {
  id: 'added-p50-1',
  label: '',
  unit: 'ms',
  from: 'calls',
  kind: { isStreaming: false, connections: 1 },
  read: (of, direct) => (of.p50Ms === null || !direct?.p50Ms ? null : of.p50Ms - direct.p50Ms),
};

const measured = (subject: SubjectName, round: number, turn: number, p50Ms: number | null) =>
  ({
    subject,
    round,
    turn,
    p50Ms,
    isStreaming: false,
    connections: 1,
    frames: null,
  }) as Measurement;

it('compares each turn with the mock of the same turn, and gives the mean of a round', () => {
  const measurements = [
    measured('direct', 1, 0, 1),
    measured('ours', 1, 0, 3),
    measured('direct', 1, 1, 2),
    measured('ours', 1, 1, 8),
    measured('direct', 2, 0, 1),
    measured('ours', 2, 0, 6),
    { ...measured('ours', 2, 1, 100), connections: 16 },
  ];
  expect(readRounds(measurements, 'ours', added)).toEqual([4, 5]);
});

it('keeps the place of a round in which nothing was measured', () => {
  const measurements = [
    measured('direct', 1, 0, 1),
    measured('ours', 1, 0, null),
    measured('direct', 2, 0, 1),
    measured('ours', 2, 0, 6),
  ];
  expect(readRounds(measurements, 'ours', added)).toEqual([null, 5]);
});
