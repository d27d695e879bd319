/** One line of a plot; where it has no value, null. */
export interface PlotLine {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
}

export interface Plot {
  readonly title: string;
  /** Two at most: they have colours of their own. */
  readonly lines: readonly PlotLine[];
  /** What stands at the right end of the axis. */
  readonly xLabel: string;
}

/** A row of the table at the head of the page: its last cell is marked by the class `met` or `missed`. */
export interface PageRow {
  readonly cells: readonly string[];
  readonly mark: 'met' | 'missed' | null;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [860, 200, 70, 24];

/** A page with a table and plots, without scripts or foreign requests. */
export function plotPage(
  heading: string,
  rows: readonly PageRow[],
  plots: readonly Plot[],
): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${heading}</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
svg{width:100%;height:auto}svg text{font-size:12px;fill:currentColor}path{fill:none;stroke-width:1.5}
.grid{stroke:currentColor;opacity:.15}path.a{stroke:#2a6fdb}path.b{stroke:#d9622b}.a i,.b i{display:inline-block;width:1.2em;height:.2em;margin:0 .3em 0 1em;vertical-align:middle}
.a i{background:#2a6fdb}.b i{background:#d9622b}h2 span{font-size:.8rem;font-weight:400}
table{border-collapse:collapse}td{padding:.2rem 1.5rem .2rem 0}.met{color:#1a7f37}.missed{color:#cf222e;font-weight:600}
</style><h1>${heading}</h1><table>${rows.map(rowOf).join('')}</table>
${plots.map((plot) => `<h2>${plot.title}${legendOf(plot)}</h2>${drawn(plot)}`).join('\n')}
</html>
`;
}

function rowOf({ cells, mark }: PageRow): string {
  const marked = (place: number) =>
    mark !== null && place === cells.length - 1 ? ` class="${mark}"` : '';
  return `<tr>${cells.map((cell, place) => `<td${marked(place)}>${cell}</td>`).join('')}</tr>`;
}

/** One line needs none. */
function legendOf({ lines }: Plot): string {
  if (lines.length === 1) return '';
  return lines.map(({ name }, at) => `<span class="${'ab'[at]}"><i></i>${name}</span>`).join('');
}

function drawn({ title, lines, xLabel }: Plot): string {
  const all = lines.flatMap(({ points }) => points);
  const most = Math.max(1e-9, ...all.map(([, value]) => value ?? 0)) * 1.05;
  const last = Math.max(1, ...all.map(([at]) => at));
  const x = (at: number) => LEFT + (at / last) * (WIDTH - LEFT);
  const y = (value: number) => (HEIGHT - BOTTOM) * (1 - value / most);
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(most * share).toFixed(1);
    return `<path class="grid" d="M${LEFT} ${at}H${WIDTH}"/><text x="0" y="${Math.max(11, Number(at))}">${short(most * share)}</text>`;
  });
  const paths = lines.map(({ points }, at) => {
    const drawn = points.flatMap(([place, value]) =>
      value === null ? [] : [`${x(place).toFixed(1)} ${y(value).toFixed(1)}`],
    );
    return `<path class="${'ab'[at]}" d="M${drawn.join('L')}"/>`;
  });
  const ends = `<text x="${LEFT}" y="${HEIGHT - 6}">0</text><text x="${WIDTH}" y="${HEIGHT - 6}" text-anchor="end">${xLabel}</text>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${[...grid, ...paths].join('')}${ends}</svg>`;
}

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
