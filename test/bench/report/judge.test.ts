import { expect, it } from 'vitest';
import { judge } from './judge.js';
import type { Row } from './summary.js';

const spread = (median: number) => ({ median, min: median, max: median, rounds: [median] });
const rows: Row[] = [
  {
    id: 'cpu-16',
    label: '',
    unit: 'us',
    bySubject: new Map([
      ['ours', spread(100)],
      ['portkey', spread(270)],
    ]),
  },
];

it('calls a bound met, missed or not measured', () => {
  const results = judge(rows, null).map(({ target, found, result }) => [target, found, result]);
  expect(results.slice(0, 3)).toEqual([
    ['Gateway processor time per call', 100, 'met'],
    ['Calls per core, against Portkey', 2.7, 'missed'],
    ['Calls per second end to end, against Portkey', null, 'not measured'],
  ]);
});
