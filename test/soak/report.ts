import { plotPage, type Plot } from '../../apps/cli/src/plot-page.js';
import type { Sample } from './sample.js';

export interface Verdict {
  readonly what: string;
  readonly measured: string;
  /** Null: said, and not judged. */
  readonly isMet: boolean | null;
}

type Pick = readonly [name: string, of: (sample: Sample) => number | null];
const PLOTS: readonly (readonly [title: string, ...lines: Pick[]])[] = [
  ['Calls a second', ['calls', (sample) => sample.callsPerSecond]],
  [
    'Latency of a plain call beside the load, ms',
    ['p50', (sample) => sample.p50Ms],
    ['p99', (sample) => sample.p99Ms],
  ],
  ['Memory of the gateway, MB', ['RSS', (sample) => sample.rssMb]],
  ['Counters against the ledger, nano', ['drift', (sample) => sample.driftNano]],
];

/** One page without scripts or foreign requests. */
export function reportOf(
  heading: string,
  samples: readonly Sample[],
  verdicts: readonly Verdict[],
): string {
  const rows = verdicts.map(({ what, measured, isMet }) => {
    const mark = isMet === null ? null : isMet ? ('met' as const) : ('missed' as const);
    return { cells: [what, measured, mark ?? 'not judged'], mark };
  });
  const minutes = ((samples.at(-1)?.atS ?? 0) / 60).toFixed(1);
  const plots = PLOTS.map(([title, ...lines]): Plot => ({
    title,
    xLabel: `${minutes} min`,
    lines: lines.map(([name, of]) => ({
      name,
      points: samples.map((sample) => [sample.atS, of(sample)] as const),
    })),
  }));
  return plotPage(heading, rows, plots);
}
