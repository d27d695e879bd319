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
      ['portkey', spread(250)],
    ]),
  },
  {
    id: 'stream-cpu-16',
    label: '',
    unit: 'us',
    bySubject: new Map([
      ['bare', spread(100)],
      ['llms', spread(300)],
      ['ours', spread(500)],
      ['ours-translated', spread(550)],
    ]),
  },
  { id: 'streams-memory', label: '', unit: 'MB', bySubject: new Map([['ours', spread(600)]]) },
];

it('calls a bound met, missed or not measured', () => {
  const results = judge(rows).map(({ target, found, result }) => [target, found, result]);
  expect(results).toEqual(
    expect.arrayContaining([
      ['Calls per core, against Portkey', 2.5, 'missed'],
      ['Calls per second end to end, against Portkey', null, 'not measured'],
      ['Memory with open streams', 600, 'met'],
      ['CPU of a translated stream, against one that is not', 1.1, 'met'],
      ['What translating adds to the CPU of a stream, against llms', 0.25, 'met'],
    ]),
  );
});
