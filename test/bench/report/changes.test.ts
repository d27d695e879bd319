import { describe, expect, it } from 'vitest';
import { changesOf, judgeChanges } from './changes.js';
import type { RowId, Unit } from './row-plans.js';
import { spreadOf } from './spread.js';
import type { Row } from './summary.js';

const numbers = (rounds: readonly (number | null)[]) => ({
  ...(spreadOf(rounds) ?? { median: 0, min: 0, max: 0 }),
  rounds,
});

function row(
  id: RowId,
  unit: Unit,
  before: readonly (number | null)[],
  ours: readonly (number | null)[],
): Row {
  const bySubject = new Map([
    ['before' as const, numbers(before)],
    ['ours' as const, numbers(ours)],
  ]);
  return { id, label: id, unit, bySubject };
}

describe('changesOf', () => {
  it('takes the ratio round by round, so that a slow round of both changes nothing', () => {
    const [change] = changesOf([row('cpu-16', 'us', [100, 400, 100], [50, 200, 60])]);
    expect(change?.ratio).toEqual({ median: 0.5, min: 0.5, max: 0.6 });
  });

  it('has no ratio where nothing was measured or nothing was added', () => {
    const [change] = changesOf([row('added-p50-1', 'ms', [null, -0.1, 0], [1, 1, 1])]);
    expect(change).toMatchObject({ ratio: null, isWorse: 'no' });
  });

  it.each<[string, Unit, number[], 'yes' | 'perhaps' | 'no']>([
    ['more time in every round', 'ms', [106, 120, 110], 'yes'],
    ['more time in most rounds', 'us', [104, 120, 110], 'perhaps'],
    ['more time in one round', 'us', [104, 120, 100], 'no'],
    ['fewer calls in every round', '/s', [94, 90, 93], 'yes'],
    ['fewer calls in most rounds', '/s', [99, 90, 93], 'perhaps'],
    ['more calls', '/s', [140, 150, 160], 'no'],
    ['more of the core', '%', [140, 150, 160], 'no'],
  ])('names what costs more than 5 %%: %s', (_, unit, ours, isWorse) => {
    const [change] = changesOf([row('calls-16', unit, [100, 100, 100], ours)]);
    expect(change?.isWorse).toBe(isWorse);
  });

  it('compares prompts with findings with each other, after all plain ones', () => {
    const both: Row = {
      ...row('cpu-16', 'us', [100], [70]),
      bySubject: new Map([
        ['before', numbers([100])],
        ['before-findings', numbers([200])],
        ['ours', numbers([70])],
        ['ours-findings', numbers([180])],
      ]),
    };
    const changes = changesOf([both, row('cpu-1', 'us', [10], [10])]);
    expect(changes.map(({ id, asked, ratio }) => [id, asked, ratio?.median])).toEqual([
      ['cpu-16', 'plain', 0.7],
      ['cpu-1', 'plain', 1],
      ['cpu-16', 'findings', 0.9],
    ]);
  });
});

describe('judgeChanges', () => {
  it('calls a target met, missed or not measured', () => {
    const changes = changesOf([
      row('cpu-16', 'us', [100, 100], [60, 79]),
      row('database-cpu-16', 'us', [100, 100], [79, 82]),
      row('added-p50-1', 'ms', [0], [1]),
      row('memory', 'MB', [100], [300]),
    ]);
    expect(judgeChanges(changes).map(({ id, result }) => [id, result])).toEqual([
      ['cpu-16', 'met'],
      ['database-cpu-16', 'missed'],
      ['added-p50-1', 'not measured'],
    ]);
  });
});
