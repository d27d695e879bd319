import { counted } from '#kernel';
import { plotPage, type Plot } from '../plot-page.js';
import { adviceOn, NAMES } from './advice.js';
import { RESOURCES } from './limits.js';
import type { SimReport, SweepStep } from './report.js';
import { processesOf } from './setting.js';
import type { SimResult } from './simulate.js';

type Line = readonly [name: string, of: (result: SimResult) => number];

const SHARE = 100; // Percent.
const PLOTS: readonly (readonly [title: string, ...lines: Line[]])[] = [
  [
    'Until a call is let in, ms',
    ['p50', ({ admittedMs }) => admittedMs.p50],
    ['p99', ({ admittedMs }) => admittedMs.p99],
  ],
  [
    'Cores busy, %',
    ['gateway', ({ busy }) => busy.gateway * SHARE],
    ['PostgreSQL', ({ busy }) => busy.database * SHARE],
  ],
  [
    'Busy, %',
    ['disk of the write-ahead log', ({ busy }) => busy.disk * SHARE],
    ['sealing', ({ busy }) => busy.sealing * SHARE],
  ],
  ['Calls in a statement', ['calls', ({ batch }) => batch]],
];

/** The sweep, drawn. */
export function simPage(report: SimReport, steps: readonly SweepStep[]): string {
  const { setting, limit } = report;
  const rows = RESOURCES.flatMap((name) => {
    const full = report.fullAt[name];
    if (full === null) return [];
    const isNext = name === limit.resource;
    const what = isNext ? `the next limit; to add: ${adviceOn(name, setting)}` : '';
    return [
      {
        cells: [NAMES[name], `full at ${full.toFixed(0)} calls/s`, what],
        mark: isNext ? ('missed' as const) : null,
      },
    ];
  });
  const xLabel = `${(steps.at(-1)?.callsPerSecond ?? 0).toFixed(0)} calls/s`;
  const plots = PLOTS.map(([title, ...lines]): Plot => ({
    title,
    xLabel,
    lines: lines.map(([name, of]) => ({
      name,
      points: steps.map(({ callsPerSecond, result }) => [callsPerSecond, of(result)] as const),
    })),
  }));
  const heading = `Simulated, not run: ${counted(setting.organisations, 'organisation')}, ${counted(processesOf(setting), 'process', 'processes')}, counters in ${setting.store === 'redis' ? 'Redis' : 'PostgreSQL'}`;
  return plotPage(heading, rows, plots);
}
