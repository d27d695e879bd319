import type { Sample } from './sample.js';

export interface Verdict {
  readonly what: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [860, 200, 70, 24];

interface Plot {
  readonly title: string;
  readonly lines: readonly {
    readonly name: string;
    readonly of: (sample: Sample) => number | null;
  }[];
}

const PLOTS: readonly Plot[] = [
  { title: 'Calls a second', lines: [{ name: 'calls', of: (sample) => sample.callsPerSecond }] },
  {
    title: 'Latency of a plain call beside the load, ms',
    lines: [
      { name: 'p50', of: (sample) => sample.p50Ms },
      { name: 'p99', of: (sample) => sample.p99Ms },
    ],
  },
  { title: 'Memory of the gateway, MB', lines: [{ name: 'RSS', of: (sample) => sample.rssMb }] },
  {
    title: 'Counters against the ledger, nano',
    lines: [{ name: 'drift', of: (sample) => sample.driftNano }],
  },
];

/** One page without scripts or foreign requests. */
export function reportOf(
  heading: string,
  samples: readonly Sample[],
  verdicts: readonly Verdict[],
): string {
  const rows = verdicts.map(
    ({ what, measured, isMet }) =>
      `<tr><td>${what}</td><td>${measured}</td><td class="${isMet ? 'met' : 'missed'}">${isMet ? 'met' : 'missed'}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${heading}</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
svg{width:100%;height:auto}svg text{font-size:12px;fill:currentColor}path{fill:none;stroke-width:1.5}
.grid{stroke:currentColor;opacity:.15}path.a{stroke:#2a6fdb}path.b{stroke:#d9622b}.a i,.b i{display:inline-block;width:1.2em;height:.2em;margin:0 .3em 0 1em;vertical-align:middle}
.a i{background:#2a6fdb}.b i{background:#d9622b}h2 span{font-size:.8rem;font-weight:400}
table{border-collapse:collapse}td{padding:.2rem 1.5rem .2rem 0}.met{color:#1a7f37}.missed{color:#cf222e;font-weight:600}
</style><h1>${heading}</h1><table>${rows.join('')}</table>
${PLOTS.map((plot) => `<h2>${plot.title}${legendOf(plot)}</h2>${drawn(plot, samples)}`).join('\n')}
</html>
`;
}

/** One line needs none. */
function legendOf({ lines }: Plot): string {
  if (lines.length === 1) return '';
  return lines.map(({ name }, at) => `<span class="${'ab'[at]}"><i></i>${name}</span>`).join('');
}

function drawn({ title, lines }: Plot, samples: readonly Sample[]): string {
  const values = lines.flatMap(({ of }) => samples.map((sample) => of(sample) ?? 0));
  const most = Math.max(1e-9, ...values) * 1.05;
  const lastS = Math.max(1, samples.at(-1)?.atS ?? 1);
  const x = (atS: number) => LEFT + (atS / lastS) * (WIDTH - LEFT);
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / most);
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(most * share).toFixed(1);
    return `<path class="grid" d="M${LEFT} ${at}H${WIDTH}"/><text x="0" y="${Math.max(11, Number(at))}">${short(most * share)}</text>`;
  });
  const paths = lines.map(({ of }, at) => {
    const points = samples.flatMap((sample) => {
      const value = of(sample);
      return value === null ? [] : [`${x(sample.atS).toFixed(1)} ${y(value).toFixed(1)}`];
    });
    return `<path class="${'ab'[at]}" d="M${points.join('L')}"/>`;
  });
  const minutes = `<text x="${LEFT}" y="${HEIGHT - 6}">0</text><text x="${WIDTH}" y="${HEIGHT - 6}" text-anchor="end">${(lastS / 60).toFixed(1)} min</text>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title} over time">${[...grid, ...paths].join('')}${minutes}</svg>`;
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
