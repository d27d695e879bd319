import { escaped, reportPage, targetsTable } from '../../support/report-page.js';
import type { Bin } from './measures.js';
import type { Plot, Section } from './section.js';

const SIDE = 220;
const MARGIN = 34;

/** One page with a table and reliability plots for each part. */
export const pageOf = (sections: readonly Section[]): string =>
  reportPage('Typed decisions: how often they are right', sections.map(sectionOf).join('\n'));

const sectionOf = ({ title, how, lines, targets, plots }: Section): string => {
  const [header = [], ...rows] = lines;
  return `<h2>${escaped(title)}</h2>
<p>${escaped(how)}</p>
${targetsTable(targets)}
<table><tr>${header.map((cell) => `<th>${escaped(cell)}</th>`).join('')}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n')}</table>
${plots.map(plotOf).join('\n')}`;
};

/** How often answers were right, by what they gave themselves; circles are as large as there are answers in them. */
const plotOf = ({ name, bins }: Plot): string => {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const size = SIDE + 2 * MARGIN;
  return `<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" font-size="11" role="img">
<text x="${MARGIN}" y="16">${escaped(name)} (${total})</text>
<rect x="${MARGIN}" y="${MARGIN}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#999"/>
<line x1="${MARGIN}" y1="${MARGIN + SIDE}" x2="${MARGIN + SIDE}" y2="${MARGIN}" stroke="#bbb" stroke-dasharray="4"/>
${bins.map((bin) => circleOf(bin, total)).join('')}
<text x="${MARGIN}" y="${size - 14}">said 0</text><text x="${MARGIN + SIDE - 34}" y="${size - 14}">said 1</text>
</svg>`;
};

const circleOf = ({ count, sure, right }: Bin, total: number): string => {
  if (count === 0) return '';
  const x = (MARGIN + sure * SIDE).toFixed(1);
  const y = (MARGIN + (1 - right) * SIDE).toFixed(1);
  const radius = (3 + 14 * Math.sqrt(count / total)).toFixed(1);
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#4472a8" fill-opacity="0.6"><title>${count}: said ${sure.toFixed(2)}, right ${right.toFixed(2)}</title></circle>`;
};
