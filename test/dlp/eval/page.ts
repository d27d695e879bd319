import { escaped, reportPage, targetsTable } from '../../support/report-page.js';
import { fOf, precisionOf, recallOf, type Row, type Section } from './figures.js';

const WIDTH = 720;
const LABEL_WIDTH = 210;
const BAR_HEIGHT = 14;
const ROW_HEIGHT = 3 * BAR_HEIGHT + 10;
const FULL = WIDTH - LABEL_WIDTH - 60;

const MEASURES: readonly (readonly [name: string, colour: string, of: (row: Row) => number])[] = [
  ['precision', '#4472a8', ({ counts }) => precisionOf(counts)],
  ['recall', '#c08a2e', ({ counts }) => recallOf(counts)],
  ['F1', '#3f8f5f', ({ counts }) => fOf(counts, 1)],
];

export const pageOf = (sections: readonly Section[]): string =>
  reportPage('Data protection: what it finds', sections.map(sectionOf).join('\n'));

const sectionOf = ({ title, how, rows, targets }: Section): string => `<h2>${escaped(title)}</h2>
<p>${escaped(how)}</p>
${targetsTable(targets)}
${rows.some(({ counts }) => counts.right + counts.missed > 0) ? barsOf(rows) : countsOf(rows)}`;

/** For texts in which there is nothing to find. */
const countsOf = (rows: readonly Row[]): string =>
  `<table>${rows.map(({ name, counts }) => `<tr><td>${escaped(name)}</td><td>${counts.wrong} found</td></tr>`).join('')}</table>`;

function barsOf(rows: readonly Row[]): string {
  const height = rows.length * ROW_HEIGHT + 30;
  const legend = MEASURES.map(
    ([name, colour], index) =>
      `<text x="${LABEL_WIDTH + index * 90}" y="14" fill="${colour}">${name}</text>`,
  ).join('');
  const bars = rows.map((row, index) => rowOf(row, 26 + index * ROW_HEIGHT)).join('');
  return `<svg width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-size="12" role="img">${legend}${bars}</svg>`;
}

const rowOf = (row: Row, top: number): string =>
  `<text x="0" y="${top + BAR_HEIGHT + 8}">${escaped(row.name)}</text>${MEASURES.map(
    ([, colour, of], index) => {
      const value = of(row);
      const y = top + index * BAR_HEIGHT;
      const length = (value * FULL).toFixed(1);
      return `<rect x="${LABEL_WIDTH}" y="${y}" width="${length}" height="${BAR_HEIGHT - 3}" fill="${colour}"/><text x="${LABEL_WIDTH + value * FULL + 6}" y="${y + 10}">${value.toFixed(2)}</text>`;
    },
  ).join('')}`;
